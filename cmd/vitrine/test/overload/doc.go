// Package overload tests what readers get while Postgres is slow or hangs and more is read than it answers.
package overload
