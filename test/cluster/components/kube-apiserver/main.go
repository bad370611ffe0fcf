// Command kube-apiserver is the Kubernetes API server of gardengate's cluster
// tests: the upstream server, plus an end that follows the test process.
package main

import (
	"io"
	"os"

	"k8s.io/component-base/cli"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

func main() {
	exitWithStdin()
	os.Exit(cli.Run(app.NewAPIServerCommand()))
}

// exitWithStdin ends this process as soon as its standard input is closed, which
// the kernel does for a test process however it dies. Only on request, since an
// API server is usually started without any standard input.
func exitWithStdin() {
	if os.Getenv("GARDENGATE_EXIT_WITH_STDIN") == "" {
		return
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
}
