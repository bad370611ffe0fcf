// Command etcd is the store behind the API server of gardengate's cluster
// tests: the upstream server, plus an end that follows the test process.
package main

import (
	"io"
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
)

func main() {
	exitWithStdin()
	etcdmain.Main(os.Args)
}

// exitWithStdin ends this process as soon as its standard input is closed, which
// the kernel does for a test process however it dies. Only on request, since
// etcd is usually started without any standard input.
func exitWithStdin() {
	if os.Getenv("GARDENGATE_EXIT_WITH_STDIN") == "" {
		return
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
}
