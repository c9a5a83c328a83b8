package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// Limits of a workbook. It is a zip archive: a small file may unpack to more than fits on the disk.
const (
	maxWorkbook = 128 << 20 // bytes of the file, which is read as a whole
	maxUnpacked = 1 << 30   // bytes of what it unpacks to
	maxInMemory = 16 << 20  // bytes of a part of it that is kept in memory; a longer one goes to a temporary file
)

// isWorkbook recognises the zip archive of a workbook.
func isWorkbook(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) &&
		(bytes.Contains(head, []byte("xl/")) || bytes.Contains(head, []byte("[Content_Types].xml")))
}

// A sheetReader reads the rows of one sheet under its header. It reads the sheet twice side by side: the stored values,
// and the values as Excel shows them. A stored date is a number of days, and only its form shows that it is a date.
type sheetReader struct {
	file    *excelize.File
	stored  *excelize.Rows
	shown   *excelize.Rows
	columns []string
	max     int // bytes of a row
	row     int
	since04 bool // days are counted from 1904
}

// newSheet opens a sheet of a workbook.
func (s *Source) newSheet(in io.Reader, o Options) (reader, error) {
	text, err := readLimited(in, maxWorkbook, "the workbook", "save the sheet as CSV")
	if err != nil {
		return nil, err
	}
	f, err := excelize.OpenReader(bytes.NewReader(text), excelize.Options{
		UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxInMemory,
		ShortDatePattern: "yyyy-mm-dd", LongDatePattern: "yyyy-mm-dd", LongTimePattern: "hh:mm:ss",
	})
	if err != nil {
		return nil, workbookError(err)
	}
	name, err := s.chooseSheet(f, o.Sheet)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	r := &sheetReader{file: f, max: o.MaxLine}
	s.file = workbook{s.file, r}
	if p, err := f.GetWorkbookProps(); err == nil && p.Date1904 != nil {
		r.since04 = *p.Date1904
	}
	if r.stored, err = f.Rows(name); err != nil {
		return nil, workbookError(err)
	}
	if r.shown, err = f.Rows(name); err != nil {
		return nil, workbookError(err)
	}
	for len(r.columns) == 0 {
		cells, err := r.cells()
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("the sheet %q is empty; --sheet names another", Clip(name, 60))
		}
		if err != nil {
			return nil, err
		}
		r.columns = cells
	}
	unnamed, err := nameColumns(r.columns)
	if err != nil {
		return nil, fmt.Errorf("the header, row %d: %w", r.row, err)
	}
	s.Columns = r.columns
	s.noteUnnamed(unnamed)
	return r, nil
}

// chooseSheet finds the sheet of a name, or else the first visible one.
func (s *Source) chooseSheet(f *excelize.File, name string) (string, error) {
	all := f.GetSheetList()
	if name != "" {
		if slices.Contains(all, name) {
			return name, nil
		}
		return "", fmt.Errorf("the workbook has no sheet %q; it has: %s", Clip(name, 60), strings.Join(all, ", "))
	}
	for _, one := range all {
		if visible, err := f.GetSheetVisible(one); err == nil && visible {
			if len(all) > 1 {
				s.Notes = append(s.Notes, fmt.Sprintf("The sheet %q was read, of: %s; --sheet names another.",
					one, Clip(strings.Join(all, ", "), 300)))
			}
			return one, nil
		}
	}
	return "", errors.New("the workbook has no visible sheet; --sheet names a hidden one")
}

// workbookError translates an error of the library for the owner of the file.
func workbookError(err error) error {
	if strings.Contains(err.Error(), "unzip size exceeds") {
		return fmt.Errorf("the workbook unpacks to more than %s; save the sheet as CSV", formatBytes(maxUnpacked))
	}
	if errors.Is(err, excelize.ErrWorkbookFileFormat) || errors.Is(err, excelize.ErrWorkbookPassword) {
		return errors.New("the workbook is protected by a password, or is not of the form xlsx; save it as .xlsx or CSV")
	}
	return fmt.Errorf("not a valid workbook (%s); save the sheet as CSV", Clip(err.Error(), 200))
}

type workbook struct {
	io.ReadCloser
	r *sheetReader
}

// Close also removes the temporary files of the workbook.
func (w workbook) Close() error {
	var errs []error
	for _, rows := range []*excelize.Rows{w.r.stored, w.r.shown} {
		if rows != nil {
			errs = append(errs, rows.Close())
		}
	}
	return errors.Join(append(errs, w.r.file.Close(), w.ReadCloser.Close())...)
}

func (r *sheetReader) next() (Record, error) {
	for {
		cells, err := r.cells()
		rec := Record{Line: r.row}
		if err != nil {
			return rec, err
		}
		if len(cells) == 0 {
			continue
		}
		rec.Raw = fmt.Appendf(nil, "%q", cells[:min(len(cells), 50)])
		if len(cells) > len(r.columns) {
			return rec, rowErrorf("the row has a value in column %d, the header has %d", len(cells), len(r.columns))
		}
		size := 0
		rec.Fields = make([]Field, len(r.columns))
		for i, name := range r.columns {
			rec.Fields[i].Name = name
			if i < len(cells) && cells[i] != "" {
				rec.Fields[i].Value = cells[i]
				size += len(cells[i])
			}
		}
		if size > r.max {
			rec.Fields = nil
			return rec, tooLong("row", r.max)
		}
		return rec, nil
	}
}

// cells returns the values of the next row, without empty ones at its end.
func (r *sheetReader) cells() ([]string, error) {
	if !r.stored.Next() || !r.shown.Next() {
		if err := errors.Join(r.stored.Error(), r.shown.Error()); err != nil {
			return nil, workbookError(err)
		}
		return nil, io.EOF
	}
	r.row++
	stored, err := r.stored.Columns(excelize.Options{RawCellValue: true})
	if err != nil {
		return nil, workbookError(err)
	}
	shown, err := r.shown.Columns()
	if err != nil {
		return nil, workbookError(err)
	}
	if len(stored) > MaxMany {
		return nil, fmt.Errorf("row %d has %d columns; at most %d are read; delete the columns without a header",
			r.row, len(stored), MaxMany)
	}
	last := 0
	for i := range stored {
		if i < len(shown) {
			stored[i] = cellText(stored[i], shown[i], r.since04)
		}
		if strings.TrimSpace(stored[i]) != "" {
			last = i + 1
		}
	}
	return stored[:last], nil
}

var zeroPadded = regexp.MustCompile(`^0\d+$`)

// cellText returns the value of a cell: a date in ISO form, a truth value as a word, a number with the 15 digits that
// Excel computes with, and any other value as it is stored.
func cellText(stored, shown string, since04 bool) string {
	if stored == shown {
		return stored
	}
	n, err := strconv.ParseFloat(stored, 64)
	switch {
	case err != nil:
		return stored
	case shown == "TRUE" || shown == "FALSE":
		return shown
	case zeroPadded.MatchString(shown): // a code such as 00123, whose form adds the zeros
		return shown
	}
	if at, ok := dateOf(n, shown, since04); ok {
		return at
	}
	if len(stored) > 15 || strings.ContainsAny(stored, "eE") {
		if short, err := strconv.ParseFloat(strconv.FormatFloat(n, 'g', 15, 64), 64); err == nil && math.Abs(n) < 1e15 {
			return strconv.FormatFloat(short, 'f', -1, 64)
		}
	}
	return stored
}

var digitGroups = regexp.MustCompile(`\d+`)

// dateOf reads a number of days as a date, if the form in which Excel shows it has the day and the year of that date.
func dateOf(days float64, shown string, since04 bool) (string, bool) {
	if days < 1 || days > 2_958_465 || strings.Contains(shown, "%") { // the last day of the year 9999
		return "", false
	}
	at, err := excelize.ExcelDateToTime(days, since04)
	if err != nil {
		return "", false
	}
	at = at.Round(time.Second)
	groups := digitGroups.FindAllString(shown, -1)
	has := func(forms ...string) bool {
		return slices.ContainsFunc(forms, func(f string) bool { return slices.Contains(groups, at.Format(f)) })
	}
	if len(groups) < 2 || !has("2006", "06") || !has("02", "2") {
		return "", false
	}
	if at.Hour() == 0 && at.Minute() == 0 && at.Second() == 0 {
		return at.Format("2006-01-02"), true
	}
	return at.Format("2006-01-02T15:04:05"), true
}
