// Package api tests what readers receive: every endpoint, parameter and error of the read API, over the demo tenants.
//
// Everything that the tests know of a module stands in one file, case_<module>_test.go: the fields of its answers, the
// requests of its golden files, and its lists as an independent oracle answers them. case_test.go explains its form.
//
//	golden_test.go       answers as files in testdata/golden, rewritten by `make golden`; golden_common_test.go:
//	                     requests that are the same for every view
//	golden_cover_test.go every view and every parameter has a golden
//	oracle_test.go       random lists, compared with an oracle in plain Go: oracle_rows_test.go reads the rows,
//	                     oracle_filters_test.go narrows them, oracle_request_test.go makes requests
//	conformance_test.go  fields of answers; conformance_shapes_test.go: those that modules share;
//	                     conformance_crawl_test.go reads a whole tenant, conformance_run_test.go runs it
//	openapi_test.go      the OpenAPI document: openapi_crawl_test.go follows it from record to record
//	common_test.go       rules for all answers: HEAD, gzip, 304, addresses, tenants
//	badinput_test.go     wrong parameters and malformed requests
//	real_test.go         every endpoint on real data, where there is any
package api
