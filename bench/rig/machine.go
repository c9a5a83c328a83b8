package rig

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Machine says in a line where and of what the figures are.
func Machine(ctx context.Context) string {
	model := "unknown processor"
	if b, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(b)) {
			if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
				model = strings.TrimSpace(value)
				break
			}
		}
	}
	commit := "unknown commit"
	if out, err := exec.CommandContext(ctx, "git", "describe", "--always", "--dirty").Output(); err == nil {
		commit = "commit " + strings.TrimSpace(string(out))
	}
	return fmt.Sprintf("%d processors (%s), %s, %s, load %s, %s", runtime.NumCPU(), model, runtime.Version(), commit, load(), time.Now().UTC().Format("2006-01-02 15:04 MST"))
}

func load() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(b))[:3], " ")
}

// Watch begins to watch the processors. What it returns says how busy they were since: with this bench, its Postgres included, and with
// everything else, and what the host of a virtual machine gave to others. On a machine that others use the figures beside it mean little.
func (p *Place) Watch() func() string {
	at, ours, whole, gone := time.Now(), p.spent(), busy(), stolen()
	return func() string {
		span := time.Since(at).Seconds()
		if span <= 0 {
			return "load " + load()
		}
		own := (p.spent() - ours) / span
		return fmt.Sprintf("cores busy with this bench %.2f, with others %.2f, taken away by the host %.2f of %d; load %s",
			own, max(0, (busy()-whole)/span-own), (stolen()-gone)/span, runtime.NumCPU(), load())
	}
}

// Calm waits until the machine has had next to nothing to do for a second, a minute at most, and returns how long that was: after a start demo shops are
// written, caches read what they need and Postgres cleans up, which is no idle house.
func Calm(ctx context.Context) (time.Duration, error) {
	const quiet, longest = 0.2, time.Minute
	began := time.Now()
	for time.Since(began) < longest {
		was := busy()
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(time.Second):
		}
		if busy()-was < quiet {
			break
		}
	}
	return time.Since(began), nil
}

const hertz = 100 // of the kernel's figures, on every Linux

// busy is the processor time of the whole machine, in seconds.
func busy() float64 {
	return machine(func(i int) bool { return i != 4 && i != 5 && i < steal }) // not idle, not waiting for a disk
}

// stolen is the processor time that the machine wanted and its host gave to others, in seconds.
func stolen() float64 { return machine(func(i int) bool { return i == steal }) }

const steal = 8 // which field of /proc/stat it is

// machine adds up fields of the machine's processor times, which count from 1.
func machine(which func(int) bool) (sum float64) {
	b, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(b), "\n")
	for i, f := range strings.Fields(line) {
		if i > 0 && which(i) {
			sum += number(f)
		}
	}
	return sum / hertz
}

// spent is the processor time of this process, of those that were started in its place and of all below them that still run, in seconds.
func (p *Place) spent() float64 {
	type process struct {
		parent int
		time   float64
		ours   bool
	}
	all := map[int]process{}
	dirs, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	for _, d := range dirs {
		pid, err := strconv.Atoi(d.Name())
		if err != nil {
			continue
		}
		if f := stat(pid); len(f) > 14 {
			parent, _ := strconv.Atoi(f[1])                                       // the kernel writes digits
			used := number(f[11]) + number(f[12]) + number(f[13]) + number(f[14]) // its own, and that of children which have ended
			args, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
			ours := pid == os.Getpid() || bytes.Contains(args, []byte(p.dir)) // Postgres is nobody's child, and names its folder
			all[pid] = process{parent, used / hertz, ours}
		}
	}
	sum := 0.0
	for pid := range all {
		for up := pid; up > 1; up = all[up].parent {
			if all[up].ours {
				sum += all[pid].time
				break
			}
		}
	}
	return sum
}

// stat is what the kernel says of a process, from its state on; nil of one that is gone.
func stat(pid int) []string {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
}

// Resident is the memory that a process has, in bytes; 0 of one that is gone.
func Resident(pid int) int64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			return int64(number(strings.Fields(rest)[0])) << 10
		}
	}
	return 0
}

// Spent is the processor time that a process has used, in seconds; 0 of one that is gone.
func Spent(pid int) float64 {
	f := stat(pid)
	if len(f) < 13 {
		return 0
	}
	return (number(f[11]) + number(f[12])) / hertz
}

func number(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64) // the kernel writes digits
	return f
}
