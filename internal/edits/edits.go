// Package edits counts the typing errors between two words.
package edits

// Least returns, for each length of b from 0 on, the least number of edits that turn a into that beginning of b. An
// edit inserts, deletes or replaces a letter or swaps neighbours (optimal string alignment).
func Least[L comparable](a, b []L) []int {
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			d := above[j-1]
			if a[i-1] != b[j-1] {
				d++
			}
			d = min(d, above[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, before[j-2]+1)
			}
			row[j] = d
		}
		before, above, row = above, row, before
	}
	return above
}
