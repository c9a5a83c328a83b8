package rig

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Machine describes the machine, the commit and the time in one line.
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
	now := time.Now().UTC().Format("2006-01-02 15:04 MST")
	return fmt.Sprintf("%d processors (%s), %s, %s, load %s, %s", runtime.NumCPU(), model, runtime.Version(), commit,
		load(), now)
}

func load() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(b))[:3], " ")
}

// Watch begins to measure the load of the processors. The returned function describes it: the load of this benchmark
// and its Postgres, of everything else, and the time that the host of a virtual machine gave to others. On a busy
// machine the figures of a benchmark mean little.
func (p *Place) Watch() func() string {
	at, ours, whole, gone := time.Now(), p.spent(), busy(), stolen()
	return func() string {
		span := time.Since(at).Seconds()
		if span <= 0 {
			return "load " + load()
		}
		own := (p.spent() - ours) / span
		return fmt.Sprintf("cores used by this benchmark %.2f, by others %.2f, stolen by the host %.2f of %d; load %s",
			own, max(0, (busy()-whole)/span-own), (stolen()-gone)/span, runtime.NumCPU(), load())
	}
}

// Calm waits until the machine has been almost idle for one second, at most one minute, and returns the waiting time.
// After a start, Vitrine seeds demo tenants, fills caches, and Postgres vacuums; that is not an idle system.
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

const hertz = 100 // the kernel's unit of processor time, on every Linux

// busy returns the processor time of the whole machine, in seconds.
func busy() float64 {
	return machine(func(i int) bool { return i != 4 && i != 5 && i < steal }) // neither idle nor waiting for a disk
}

// stolen returns the processor time that the host gave to other machines, in seconds.
func stolen() float64 { return machine(func(i int) bool { return i == steal }) }

const steal = 8 // its field in /proc/stat

// machine adds up fields of the machine's processor times. Fields are numbered from 1.
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

// spent returns the processor time of this process, of those started in the place, and of all their running
// descendants, in seconds.
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
			used := number(f[11]) + number(f[12]) + number(f[13]) + number(f[14]) // with that of its ended children
			args, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
			ours := pid == os.Getpid() || bytes.Contains(args, []byte(p.dir)) // Postgres names its folder
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

// stat returns the fields of /proc/PID/stat from the state on; nil if the process has ended.
func stat(pid int) []string {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
}

// Resident returns the resident memory of a process in bytes; 0 if it has ended.
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

// Spent returns the processor time of a process in seconds; 0 if it has ended.
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

// Parent returns the process that started a process, or 0 if the process has ended.
func Parent(pid int) int {
	f := stat(pid)
	if len(f) < 2 {
		return 0
	}
	parent, _ := strconv.Atoi(f[1]) // the kernel writes digits
	return parent
}

// SpentBelow returns the processor time of a process, its children, and its children that have ended, in seconds.
func SpentBelow(pid int) float64 {
	sum := Spent(pid)
	if f := stat(pid); len(f) > 14 {
		sum += (number(f[13]) + number(f[14])) / hertz // children that have ended
	}
	dirs, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	for _, d := range dirs {
		if child, err := strconv.Atoi(d.Name()); err == nil && Parent(child) == pid {
			sum += Spent(child)
		}
	}
	return sum
}

// Postmaster finds Postgres's first process: the parent of any session.
func Postmaster(ctx context.Context, pool *pgxpool.Pool) (int, error) {
	var pid int
	if err := pool.QueryRow(ctx, "SELECT pg_backend_pid()").Scan(&pid); err != nil {
		return 0, fmt.Errorf("ask for a session's process: %w", err)
	}
	parent := Parent(pid)
	if parent == 0 {
		return 0, errors.New("the process of a Postgres session is not there")
	}
	return parent, nil
}
