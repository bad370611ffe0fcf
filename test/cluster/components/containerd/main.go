// Command containerd is the runtime that reads what gardengate wants on nodes: the upstream daemon, plus a subcommand
// that resolves an image reference through a directory of hosts.toml files, as the daemon's image service does.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/containerd/containerd/v2/cmd/containerd/command"
	"github.com/containerd/containerd/v2/core/remotes/docker"
	"github.com/containerd/containerd/v2/core/remotes/docker/config"

	_ "github.com/containerd/containerd/v2/cmd/containerd/builtins"
)

func main() {
	exitWithStdin()
	if err := run(os.Args); err != nil {
		fmt.Fprintf(os.Stderr, "containerd: %v\n", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	ctx := context.Background()
	if len(args) > 1 && args[1] == "resolve" {
		return resolve(ctx, args[2:])
	}
	return command.App().Run(ctx, args)
}

// resolve prints the digest of an image: `containerd resolve CERTS_DIRECTORY IMAGE`.
func resolve(ctx context.Context, args []string) error {
	if len(args) != 2 {
		return errors.New("usage: containerd resolve CERTS_DIRECTORY IMAGE")
	}
	hosts := config.ConfigureHosts(ctx, config.HostOptions{HostDir: config.HostDirFromRoot(args[0])})
	_, descriptor, err := docker.NewResolver(docker.ResolverOptions{Hosts: hosts}).Resolve(ctx, args[1])
	if err != nil {
		return err
	}
	fmt.Println(descriptor.Digest)
	return nil
}

// exitWithStdin ends this process as soon as its standard input is closed, which the kernel does for a test process
// however it dies. Only on request, since a daemon is usually started without any standard input.
func exitWithStdin() {
	if os.Getenv("GARDENGATE_EXIT_WITH_STDIN") == "" {
		return
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
}
