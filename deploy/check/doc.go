// Package check tests what stands in deploy/: that the image runs, and that compose file, chart, units, dashboard and
// alerts are accepted by the programs that read them.
//
//	tool_test.go     runs those programs
//	image_test.go    the OCI image: its layers, its documents, and a gateway in it as an ordinary user
//	chart_test.go    the Helm chart: every example, and values that must be refused
//	files_test.go    units for systemd, HAProxy's configuration, Dockerfile, YAML
//	metrics_test.go  metrics and their reference page; queries of dashboard and alerts; the runbook
package check
