// Loads the document and shows it. Nothing here or in Swagger UI asks another host: the validator's badge is off.
"use strict";

// Swagger UI fills every input with its example, and so would narrow a list by all its filters at once. Examples of what may be left out
// are therefore shown as words; what has to be given, and the shop, are filled in.
function withoutFilling(doc) {
  const all = Object.values(doc.paths).flatMap((path) => path.get.parameters ?? []).concat(Object.values(doc.components.parameters));
  for (const p of all) {
    if (p.in === "query" && !p.required && p.example !== undefined) {
      p.description += " Such as `" + [p.example].flat().join(",") + "`.";
      delete p.example;
    }
  }
  return doc;
}

async function start() {
  const answer = await fetch("/openapi.json");
  if (!answer.ok) {
    throw new Error("/openapi.json: " + answer.status);
  }
  window.ui = SwaggerUIBundle({
    spec: withoutFilling(await answer.json()),
    dom_id: "#explorer",
    deepLinking: true,
    filter: true,
    docExpansion: "none",
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    validatorUrl: null,
  });
}

start().catch((err) => {
  document.getElementById("explorer").textContent = "The document could not be shown: " + err.message;
});
