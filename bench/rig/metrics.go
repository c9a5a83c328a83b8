package rig

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// Metrics reads the metrics of a process of Vitrine. The keys are the names with their labels.
func (p *Process) Metrics(ctx context.Context) (map[string]float64, error) {
	rq, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+p.Addr+"/metrics", nil)
	if err != nil {
		return nil, fmt.Errorf("read the metrics of %s: %w", p.Name, err)
	}
	res, err := http.DefaultClient.Do(rq)
	if err != nil {
		return nil, fmt.Errorf("read the metrics of %s: %w", p.Name, err)
	}
	defer res.Body.Close() //nolint:errcheck // read to its end
	all := map[string]float64{}
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		if f, err := strconv.ParseFloat(value, 64); err == nil {
			all[name] = f
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read the metrics of %s: %w", p.Name, err)
	}
	// Anything but metrics would count as zeros.
	if res.StatusCode != http.StatusOK || len(all) == 0 {
		return nil, fmt.Errorf("%s returned no metrics but status %s", p.Name, res.Status)
	}
	return all, nil
}
