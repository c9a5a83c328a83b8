package main

import (
	"context"
	"errors"
	"syscall"
	"time"

	"vitrine/cmd/vitrine/doctor"
	"vitrine/internal/cli"
	"vitrine/internal/env"
)

var doctorCommand = cli.Command{
	Name:    "doctor",
	Summary: "Check settings and dependencies, and say how to fix what is wrong",
	About: "The command checks everything that serve would refuse, without starting anything. It exits with code 1 if " +
		"a check fails. A line that begins with warn names a setting that production lacks, an alarm of a running process, " +
		"or content that readers see in part or not at all.",
	Diagnoses: true,
	Setup:     cli.NoFlags(runDoctor),
}

func runDoctor(ctx context.Context, c *cli.Call, _ []string) error {
	all, refused := doctor.Check(ctx, c.Env, settings(c))
	if !refused[env.AdminAddr.Name] && !refused[env.AdminToken.Name] {
		all = append(all, checkAdmin(ctx, c)...)
	}
	return doctor.Report(c.Stdout, all)
}

const adminProbe = 3 * time.Second // for all listeners

// checkAdmin reports the alarms of running processes.
func checkAdmin(ctx context.Context, c *cli.Call) (all []doctor.Finding) {
	ctx, cancel := context.WithTimeout(ctx, adminProbe)
	defer cancel()
	report := func(state, fix string) {
		all = append(all, doctor.Finding{Subject: "admin", State: state, Fix: fix})
	}
	processes, err := admins(c, "")
	if err != nil {
		report("no listener: "+env.AdminToken.Name+" is not set", "")
		return all
	}
	for _, o := range processes {
		x, err := o.status(ctx)
		switch {
		case errors.Is(err, syscall.ECONNREFUSED):
			report("not running at "+o.url, "")
		case errors.Is(err, errToken):
			report("the process at "+o.url+" "+errToken.Error(),
				"use its "+env.AdminToken.Name+", or its "+env.DataDir.Name)
		case err != nil:
			report(err.Error(), "look at the log of the process at "+o.url)
		default:
			for _, a := range x.Alarms {
				all = append(all, doctor.Alarm(a))
			}
			report("answers at "+o.url, "")
		}
	}
	return all
}
