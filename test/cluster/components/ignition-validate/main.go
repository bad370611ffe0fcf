// Command ignition-validate tells whether Ignition, which configures machines of Flatcar on their first boot, accepts the
// configuration on standard input. It prints what Ignition says about it; the exit code is 1 if that is fatal.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/coreos/ignition/v2/config"
)

func main() {
	raw, err := io.ReadAll(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	_, report, err := config.Parse(raw)
	fmt.Print(report.String())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || report.IsFatal() {
		os.Exit(1)
	}
}
