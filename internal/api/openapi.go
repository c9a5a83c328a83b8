package api

import _ "embed" // the document is a part of the binary

// OpenAPI is the API's OpenAPI 3.1 document, as JSON. internal/openapi writes it from the code, and a test there holds it to the code.
//
//go:embed openapi.json
var OpenAPI []byte
