// Package docs runs the commands of README.md and of every document in docs/.
//
// A document has a `vitrine serve` of its own, with a new data folder and the demo tenants. The blocks fenced as sh
// or console run in order, in one bash with `set -e -o pipefail`: a block sees the variables of earlier blocks. A
// document fails at its first command that fails.
//
//   - In the commands, 127.0.0.1:8080 becomes the address of that server, and 127.0.0.1:8079 that of its admin
//     listener. Any other port of 127.0.0.1 becomes a free one. /tmp/ becomes a temporary folder. bin/vitrine is the
//     program, built from this tree.
//
//   - curl fails on a status of 400 or above, and jq fails if it prints nothing, or null or false at the end. A comment
//     before the fence allows both in one block:
//
//     <!-- errors expected: the block shows an error -->
//
//   - A comment with a reason keeps a block from running:
//
//     <!-- not run: installs Directus from npm -->
//
//   - A text block directly after a block is its output. Each line must occur in the real output, in that order.
//     White space counts as one space, a word with a digit matches any word with a digit, and … matches anything.
//
//   - In a console block, lines that begin with "$ " are commands, and the others are their output, compared likewise.
//
//   - Comments in a block are not compared with anything.
//
// Commands that are not run must exist: those in the text, in blocks with such a comment, and in CONTRIBUTING.md.
//
// parse_test.go finds the blocks, shell_test.go runs them, documents_test.go applies both to the documents, and
// commands_test.go looks up the commands that are not run.
package docs
