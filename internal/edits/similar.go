package edits

// Similar returns the name that needs the fewest edits to become the given one. It returns "" if none is similar.
func Similar(name string, names []string) string {
	letters := []rune(name)
	best, least := "", 2
	if len(letters) > 3 {
		least = max(3, len(letters)/3+1)
	}
	for _, n := range names {
		other := []rune(n)
		if d := Least(letters, other)[len(other)]; d < least {
			best, least = n, d
		}
	}
	return best
}
