package schema

// Oldest is for the tests.
const Oldest = oldest
