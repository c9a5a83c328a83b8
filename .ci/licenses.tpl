# Licences of the dependencies

`make licenses` writes this page, and a test compares it with the modules that the program contains. Vitrine itself is
licensed under the [Apache License 2.0](../LICENSE). A line names a Go module, or the part of one that has its own
licence.

| module | version | licence |
|---|---|---|
{{range .}}| `{{.Name}}` | {{.Version}} | {{if eq .Name "github.com/xi2/xz"}}public domain{{else}}{{.LicenseName}}{{end}} |
{{end}}
The program also contains:

| package | version | licence | files |
|---|---|---|---|
| Go standard library | the compiler's | BSD-3-Clause | |
| `swagger-ui-dist` | SWAGGER_UI | Apache-2.0 | `gateway/explorer/swagger-ui/`, with its `LICENSE` and `NOTICE` |
| Newsreader, Inter, JetBrains Mono | subsets | OFL-1.1 | `deploy/storefront/fonts/`, with their licences |

Postgres, NATS outside the program, Meilisearch and the programs that tests use are separate programs with licences of
their own.
