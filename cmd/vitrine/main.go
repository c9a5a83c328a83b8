// Command vitrine serves storefronts, imports their content and manages their tenants. Run it without arguments for a
// list of commands.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // time zones for systems without any, such as the container image

	_ "golang.org/x/crypto/x509roots/fallback" // authorities, for such systems too
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr), os.Stderr)
	stop()
	os.Exit(code)
}
