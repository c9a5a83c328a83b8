// Loads the OpenAPI document and shows it with Swagger UI. No other host is contacted: the validator badge is off.
"use strict";

// parametersOf lists every parameter of the document: those of paths, of operations of any method, and shared ones.
function parametersOf(doc) {
  const paths = Object.values(doc.paths ?? {});
  const operations = paths.flatMap((path) => Object.values(path)); // among them servers and parameters, which have none
  const lists = [...paths, ...operations].map((holder) => holder?.parameters ?? []);
  return [...lists.flat(), ...Object.values(doc.components?.parameters ?? {})];
}

// withoutExamples moves the examples of optional query parameters into their descriptions. Swagger UI fills inputs with
// examples; a list would be narrowed by all its filters at once. Required parameters and the tenant stay filled in.
function withoutExamples(doc) {
  for (const p of parametersOf(doc)) {
    if (p.in === "query" && !p.required && p.example !== undefined) {
      p.description = `${p.description ?? ""} Example: \`${[p.example].flat().join(",")}\`.`.trim();
      delete p.example;
    }
  }
  return doc;
}

// followScheme turns on Swagger UI's dark colors while the reader's system prefers them.
function followScheme() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", apply);
  apply();
}

async function start() {
  followScheme();
  const response = await fetch("/openapi.json");
  if (!response.ok) {
    throw new Error(`GET /openapi.json returned ${response.status}`);
  }
  window.ui = SwaggerUIBundle({
    spec: withoutExamples(await response.json()),
    dom_id: "#explorer",
    deepLinking: true,
    filter: true,
    docExpansion: "none",
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    persistAuthorization: false,
    validatorUrl: null,
  });
}

start().catch((err) => {
  document.getElementById("explorer").textContent = `The API document cannot be shown: ${err.message}`;
});
