// Command kubectl is the client of gardengate's cluster tests where no kubectl
// is installed.
package main

import (
	"k8s.io/component-base/cli"
	"k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
)

func main() {
	// Ends the process with kubectl's own wording and exit code if there is an error.
	util.CheckErr(cli.RunNoErrOutput(cmd.NewDefaultKubectlCommand()))
}
