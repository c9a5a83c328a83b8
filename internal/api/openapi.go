package api

import _ "embed" // the document is a part of the binary

// OpenAPI is the OpenAPI 3.1 document of the API, as JSON. internal/openapi derives it from the code.
//
//go:embed openapi.json
var OpenAPI []byte
