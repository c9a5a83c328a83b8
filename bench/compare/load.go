package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A measure is one round of one subject.
type measure struct {
	cpu  float64 // processor time for each answer in µs, user and system
	rate float64 // answers per second
	p99  float64 // ms
}

var (
	total   = regexp.MustCompile(`(\d+) requests in ([\d.]+)(\w+),`)
	slowest = regexp.MustCompile(`99%\s+([\d.]+)(us|ms|s)`)
	wrong   = regexp.MustCompile(`Non-2xx or 3xx responses: (\d+)`)
)

// load runs wrk against one subject for a while.
func load(ctx context.Context, wrk string, s *subject, o options) (measure, error) {
	ctx, cancel := context.WithTimeout(ctx, o.length+30*time.Second)
	defer cancel()
	before, err := s.cpu()
	if err != nil {
		return measure{}, err
	}
	//nolint:gosec // from flags
	out, err := exec.CommandContext(ctx, wrk, "-t1", "-c"+strconv.Itoa(o.connections),
		"-d"+strconv.Itoa(int(o.length.Seconds()))+"s", "--latency",
		"-H", "Accept-Encoding: identity", s.url).CombinedOutput()
	if err != nil {
		return measure{}, fmt.Errorf("wrk: %w: %s", err, out)
	}
	after, err := s.cpu()
	if err != nil {
		return measure{}, err
	}
	m := total.FindSubmatch(out)
	p := slowest.FindSubmatch(out)
	if m == nil || p == nil || wrong.Match(out) || bytes.Contains(out, []byte("Socket errors")) {
		return measure{}, fmt.Errorf("unexpected output of wrk: %s", out)
	}
	n, _ := strconv.ParseFloat(string(m[1]), 64) // the expression matches digits
	if n == 0 {
		return measure{}, errors.New("no request was answered")
	}
	p99, _ := strconv.ParseFloat(string(p[1]), 64)
	switch string(p[2]) {
	case "us":
		p99 /= 1000
	case "s":
		p99 *= 1000
	}
	return measure{cpu: (after - before) * 1e6 / n, rate: n / o.length.Seconds(), p99: p99}, nil
}

// ticks is the kernel's unit of processor time: ticks per second.
const ticks = 100

// cpu returns the processor time of the subject's processes, in seconds.
func (s *subject) cpu() (float64, error) {
	sum, found := 0.0, 0
	for _, pid := range family(s.main.Process.Pid) {
		args, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if err != nil || s.own != nil && !s.own(string(args)) {
			continue // it has ended, or is not counted
		}
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			continue
		}
		found++
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if len(fields) < 13 {
			return 0, fmt.Errorf("/proc/%d/stat has %d fields", pid, len(fields))
		}
		for _, f := range fields[11:13] {
			t, err := strconv.ParseFloat(f, 64)
			if err != nil {
				return 0, err
			}
			sum += t / ticks
		}
	}
	if found == 0 {
		return 0, fmt.Errorf("%s has no processes any more", s.name)
	}
	return sum, nil
}

// family returns a process and its descendants.
func family(pid int) []int {
	below := map[int][]int{}
	all, err := os.ReadDir("/proc")
	if err != nil {
		return []int{pid}
	}
	for _, d := range all {
		child, err := strconv.Atoi(d.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + d.Name() + "/stat")
		if err != nil {
			continue
		}
		if fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])); len(fields) > 1 {
			if parent, err := strconv.Atoi(fields[1]); err == nil {
				below[parent] = append(below[parent], child)
			}
		}
	}
	found := []int{pid}
	for i := 0; i < len(found); i++ {
		found = append(found, below[found[i]]...)
	}
	return found
}
