// Package postgres says what code needs of a connection, and which errors of Postgres pass by themselves.
//
// queries.go has the interfaces, errors.go the errors.
package postgres
