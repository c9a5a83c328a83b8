package source

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/transform"
)

// decode returns the text of a file as UTF-8, without a byte order mark. If no encoding is named, a byte order mark
// decides, or else the bytes; a guess is noted.
func (s *Source) decode(in *bufio.Reader, name string) (*bufio.Reader, error) {
	head, _ := in.Peek(window) // its error, if any, returns with the bytes that are read
	marked, length := markIn(head)
	_, _ = in.Discard(length) // it was peeked
	switch {
	case marked != "":
		name = marked
	case name == "":
		if name = wide(head); name == "" {
			name = s.guess(head)
		}
		if name != "" {
			s.Notes = append(s.Notes, fmt.Sprintf("The text was read as %s, because it is not UTF-8; --encoding names "+
				"another encoding.", name))
		}
	}
	if isUTF8(name) {
		return in, nil
	}
	e, err := lookUp(name)
	if err != nil {
		return nil, err
	}
	s.Encoding = name
	return bufio.NewReaderSize(transform.NewReader(in, e.NewDecoder()), window), nil
}

// markIn returns the encoding that a byte order mark names, and the length of the mark.
func markIn(head []byte) (name string, length int) {
	for _, m := range []struct{ mark, name string }{
		{"\xef\xbb\xbf", "utf-8"}, {"\xff\xfe", "utf-16le"}, {"\xfe\xff", "utf-16be"},
	} {
		if bytes.HasPrefix(head, []byte(m.mark)) {
			return m.name, len(m.mark)
		}
	}
	return "", 0
}

// isUTF8 reports whether a name, which may be empty, needs no decoding.
func isUTF8(name string) bool {
	return name == "" || strings.EqualFold(name, "utf-8") || strings.EqualFold(name, "utf8")
}

// decodeText returns a text as UTF-8, without a byte order mark. The mark decides about the encoding, or else it is e;
// nil means UTF-8.
func decodeText(text []byte, e encoding.Encoding) ([]byte, error) {
	if name, length := markIn(text); length > 0 {
		text, e = text[length:], nil
		if !isUTF8(name) {
			e, _ = lookUp(name) // it is known
		}
	}
	if e == nil {
		return text, nil
	}
	return e.NewDecoder().Bytes(text)
}

// lookUp finds an encoding by its IANA name, or by a name that browsers accept.
func lookUp(name string) (encoding.Encoding, error) {
	if e, err := ianaindex.IANA.Encoding(name); err == nil && e != nil {
		return e, nil
	}
	if e, err := htmlindex.Get(name); err == nil {
		return e, nil
	}
	return nil, fmt.Errorf("unknown encoding %q; examples are utf-8, utf-16, windows-1252, windows-1254, iso-8859-9, "+
		"windows-1251, gbk and shift_jis", Clip(name, 60))
}

// wide recognises UTF-16 without a byte order mark: in western text every other byte is zero.
func wide(head []byte) string {
	var zeros [2]int
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	half := len(head) / 2
	switch {
	case half < 2:
	case bytes.HasPrefix(head, []byte("\xff\xfe")) || zeros[1]*2 > half && zeros[0]*20 < half:
		return "utf-16le"
	case bytes.HasPrefix(head, []byte("\xfe\xff")) || zeros[0]*2 > half && zeros[1]*20 < half:
		return "utf-16be"
	}
	return ""
}

// guess names the encoding of a text that is not UTF-8. It returns "" for UTF-8, and for a text that shows
// none: its rows with invalid bytes are rejected. The whole of an uncompressed file up to 64 MB is looked at, because
// the first letter with an accent may stand far below the beginning.
func (s *Source) guess(head []byte) string {
	part := head
	if !hasInvalid(head) {
		part = s.partWithInvalid()
	}
	return cmp.Or(japaneseIn(part), oneByte(part))
}

// japaneseIn names the encoding of Japanese text, "" for any other. In Shift JIS, most characters begin with a byte
// that western encodings hardly use, and many end with a byte that is no letter either. In EUC, kana show the encoding.
func japaneseIn(b []byte) string {
	isFirst := func(c byte) bool { return c >= 0x81 && c <= 0x9f || c >= 0xe0 && c <= 0xfc }
	isLast := func(c byte) bool { return c >= 0x40 && c != 0x7f && c <= 0xfc }
	var pairs, low, high, wrong int
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] < 0x80, b[i] >= 0xa1 && b[i] <= 0xdf: // half-width kana are one byte
		case isFirst(b[i]) && i+1 < len(b) && isLast(b[i+1]):
			pairs++
			if b[i] <= 0x9f {
				low++
			}
			if i++; b[i] >= 0x80 {
				high++
			}
		default:
			wrong++
		}
	}
	// The last character may be cut off.
	if pairs >= 8 && low*10 >= pairs*6 && high*10 >= pairs*3 && wrong*100 <= pairs+100 {
		return "shift_jis"
	}
	var kana int
	pairs, wrong = 0, 0
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] < 0x80:
		case b[i] >= 0xa1 && i+1 < len(b) && b[i+1] >= 0xa1:
			pairs++
			if b[i] == 0xa4 || b[i] == 0xa5 {
				kana++
			}
			i++
		default:
			wrong++
		}
	}
	if kana >= 8 && kana*5 >= pairs && wrong*100 <= pairs+100 {
		return "euc-jp"
	}
	return ""
}

// partWithInvalid returns the first part of the file that is not UTF-8. It returns nil if there is none in the first
// 64 MB, and for a file that is compressed or cannot be read twice.
func (s *Source) partWithInvalid() []byte {
	f, ok := s.file.(*os.File)
	if !ok || s.Gzip {
		return nil
	}
	part := make([]byte, window)
	for at := int64(0); at < 64<<20; at += window - utf8.UTFMax {
		n, err := f.ReadAt(part, at)
		text := part[:n]
		for at > 0 && len(text) > 0 && !utf8.RuneStart(text[0]) { // the part may begin inside a character
			text = text[1:]
		}
		if hasInvalid(text) {
			return part[:n]
		}
		if err != nil {
			break
		}
	}
	return nil
}

// hasInvalid reports whether a text is not UTF-8. A character that is cut off at the end of the text is valid.
func hasInvalid(b []byte) bool {
	i := invalidAt(b)
	return i < len(b) && (len(b)-i >= utf8.UTFMax || utf8.FullRune(b[i:]))
}

// oneByte names the one-byte encoding in which the bytes of a text are letters, "" for none. Each test asks for bytes
// that are letters in one encoding and would be odd inside words of the others.
func oneByte(b []byte) string {
	var high, letters, runs, turkish, turkishCommon, cyrillic, lower, upper, central, latin2, czech, caron int
	for i, c := range b {
		if c < 0x80 {
			continue
		}
		high++
		before, after := neighbour(b, i-1), neighbour(b, i+1)
		if before == ascii || after == ascii {
			letters++
			switch {
			case strings.IndexByte("\x8f\x9f\xa3\xa5\xaf\xb3\xb9\xbc\xbe\xbf", c) >= 0:
				central++
			case strings.IndexByte("\xa1\xa6\xac\xb1\xb6", c) >= 0:
				latin2++
			}
		}
		if before == beyond || after == beyond {
			runs++
		}
		switch {
		case strings.IndexByte("\xd0\xdd\xde\xf0\xfd\xfe", c) >= 0: // Ğ İ Ş ğ ı ş
			turkish++
		case strings.IndexByte("\xc2\xc7\xce\xd6\xdb\xdc\xe2\xe7\xee\xf6\xfb\xfc", c) >= 0: // Ç Ö Ü and those with a hat
			turkishCommon++
		}
		switch {
		case c >= 0xe0:
			cyrillic, lower = cyrillic+1, lower+1
		case c >= 0xc0:
			cyrillic, upper = cyrillic+1, upper+1
		}
		switch {
		case strings.IndexByte("\x8a\x8e\x9a\x9e", c) >= 0: // Š Ž š ž
			caron++
		case strings.IndexByte("\xec\xf8\xf9\xcc\xd8\xd9", c) >= 0: // ě ř ů
			czech++
		}
	}
	switch {
	case utf8Parts(b)*4 > high: // UTF-8 with some bytes that are damaged
		return ""
	case cyrillic*10 > high*9 && runs*10 > high*8 && letters*2 < high && lower > upper:
		return "windows-1251"
	case cyrillic*10 > high*9 && runs*10 > high*8 && letters*2 < high:
		return "koi8-r"
	case letters == 0 || letters*4 < high: // no word shows what the bytes are
		return ""
	case turkish > 0 && (turkish+turkishCommon)*10 >= high*9:
		return "windows-1254"
	case latin2*10 > high && latin2 > central:
		return "iso-8859-2"
	case central*10 > high || caron > 0 && czech > 0:
		return "windows-1250"
	}
	return "windows-1252"
}

const (
	other  = iota
	ascii  // a letter of ASCII
	beyond // a byte of 128 or more
)

func neighbour(b []byte, i int) int {
	switch {
	case i < 0 || i >= len(b):
	case b[i] >= 0x80:
		return beyond
	case b[i]|0x20 >= 'a' && b[i]|0x20 <= 'z':
		return ascii
	}
	return other
}

// utf8Parts counts the bytes that are part of valid characters of several bytes.
func utf8Parts(b []byte) (n int) {
	for i := 0; i < len(b); {
		_, size := utf8.DecodeRune(b[i:])
		if size > 1 {
			n += size
		}
		i += size
	}
	return n
}

// hasReplacement reports whether a decoder replaced a byte that its encoding does not define.
func hasReplacement(fields []Field) bool {
	return anyText(Object(fields), func(s string) bool { return strings.ContainsRune(s, utf8.RuneError) })
}

// readLimited reads a text of limited length that a parser needs as a whole.
func readLimited(in io.Reader, limit int, what, remedy string) ([]byte, error) {
	b, err := io.ReadAll(io.LimitReader(in, int64(limit)+1))
	if err != nil {
		return nil, unreadable(err)
	}
	if len(b) > limit {
		return nil, fmt.Errorf("%s is longer than %s; %s", what, formatBytes(limit), remedy)
	}
	return b, nil
}
