package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/tenant"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/notify"
)

const wishFor = 15 * time.Minute // how long a wish for a code or a link to set a password stands

// A reader is whom a letter is for.
type reader struct {
	user
	phone    string // "" where there is none that is known to be his
	unproven string // the number he gave, proven or not
	language string
	shop     *tenant.Tenant
	settings Settings
}

// letters says who writes which kind.
func (s *Service) letters() map[string]notify.Writer {
	return map[string]notify.Writer{
		letterVerify:   s.writer(s.writeVerify),
		letterReset:    s.writer(s.writeReset),
		letterCode:     s.writer(s.writeCode),
		letterPhone:    s.writer(s.writePhone),
		letterChanged:  s.writer(s.writeNews(letterChanged)),
		letterReused:   s.writer(s.writeNews(letterReused)),
		letterApproved: s.writer(s.writeNews(letterApproved)),
	}
}

type writing struct{ mail, sms []notify.Message }

// writer finds the reader of a job. Where there is none, nothing is written.
func (s *Service) writer(write func(ctx context.Context, j job, r reader) (writing, error)) notify.Writer {
	return func(ctx context.Context, row notify.Job) (mail, sms []notify.Message, err error) {
		var j job
		if err := json.Unmarshal(row.Data, &j); err != nil {
			return nil, nil, &notify.Permanent{Err: errors.New("a job that cannot be read")}
		}
		r, err := s.readerOf(ctx, row.Tenant, j)
		if errors.Is(err, errNobody) || err == nil && (!r.shop.Active || r.status == locked) {
			return nil, nil, nil
		}
		if err != nil {
			return nil, nil, err
		}
		w, err := write(ctx, j, r)
		return w.mail, w.sms, err
	}
}

func (s *Service) readerOf(ctx context.Context, id string, j job) (r reader, err error) {
	if r.shop, err = tenant.Find(ctx, s.pool, id); err != nil {
		return r, err
	}
	if r.shop == nil {
		return r, errNobody
	}
	if r.settings, err = ReadSettings(ctx, s.pool, id); err != nil {
		return r, err
	}
	err = s.pool.QueryRow(ctx, `SELECT id, email, first_name, last_name, status, email_verified_at IS NOT NULL,
  coalesce(CASE WHEN phone_verified_at IS NOT NULL THEN phone END, ''), coalesce(phone, ''), coalesce(language, $4)
FROM account WHERE tenant_id = $1 AND ($2 <> '' AND id = $2 OR $2 = '' AND email = $3)`, id, j.Account, j.Email, r.shop.Language).Scan(
		&r.ID, &r.Email, &r.Name.First, &r.Name.Last, &r.status, &r.verified, &r.phone, &r.unproven, &r.language)
	if errors.Is(err, pgx.ErrNoRows) {
		return r, errNobody
	}
	if err != nil {
		return r, fmt.Errorf("read whom to write to: %w", err)
	}
	return r, nil
}

func (s *Service) writeVerify(ctx context.Context, _ job, r reader) (w writing, err error) {
	if r.verified {
		return w, nil
	}
	token, err := s.codes.mintLink(ctx, r.shop.ID(), minted{r.ID, purposeVerify, channelMail, r.Email, s.cfg.VerifyTTL})
	if err != nil {
		return w, err
	}
	return r.mail(letterVerify, fill{Link: r.settings.link(r.settings.VerifyURL, s.cfg.SiteURL, "verify-email", token), Code: token, Minutes: minutes(s.cfg.VerifyTTL)})
}

func (s *Service) writeReset(ctx context.Context, j job, r reader) (w writing, err error) {
	if s.cfg.Now().Sub(j.At) > wishFor {
		return w, nil
	}
	m, ok, err := s.toReach(ctx, j, r, purposeReset, s.cfg.ResetTTL)
	if !ok {
		return w, err
	}
	token, err := s.codes.mintLink(ctx, r.shop.ID(), m)
	if err != nil {
		return w, err
	}
	f := fill{Link: r.settings.link(r.settings.ResetURL, s.cfg.SiteURL, "reset-password", token), Code: token, Minutes: minutes(s.cfg.ResetTTL)}
	if m.channel == channelSMS {
		return r.text(letterReset, r.phone, f)
	}
	return r.mail(letterReset, f)
}

// toReach says what is to be made for a customer to prove himself by: for his number if that was asked for and is known to be his, else for his address. ok is false where
// nothing may be sent.
func (s *Service) toReach(ctx context.Context, j job, r reader, purpose string, ttl time.Duration) (m minted, ok bool, err error) {
	m = minted{r.ID, purpose, channelMail, r.Email, ttl}
	if j.Method != channelSMS || r.phone == "" || !s.outbox.SMS() {
		return m, true, nil
	}
	m.channel, m.target = channelSMS, r.phone
	ok, err = s.mayText(ctx, r.shop.ID(), r.phone)
	return m, ok, err
}

// writeCode writes a code to sign in with.
func (s *Service) writeCode(ctx context.Context, j job, r reader) (w writing, err error) {
	if s.cfg.Now().Sub(j.At) > wishFor {
		return w, nil
	}
	m, ok, err := s.toReach(ctx, j, r, purposeLogin, s.cfg.OTPTTL)
	if !ok {
		return w, err
	}
	code, err := s.codes.mintCode(ctx, r.shop.ID(), m)
	if err != nil {
		return w, err
	}
	f := fill{Code: code, Minutes: minutes(s.cfg.OTPTTL)}
	if m.channel == channelSMS {
		return r.text(letterCode, r.phone, f)
	}
	return r.mail(letterCode, f)
}

func (s *Service) writePhone(ctx context.Context, j job, r reader) (w writing, err error) {
	if s.cfg.Now().Sub(j.At) > wishFor || r.unproven == "" || r.phone != "" {
		return w, nil
	}
	if ok, err := s.mayText(ctx, r.shop.ID(), r.unproven); !ok {
		return w, err
	}
	code, err := s.codes.mintCode(ctx, r.shop.ID(), minted{r.ID, purposePhone, channelSMS, r.unproven, s.cfg.OTPTTL})
	if err != nil {
		return w, err
	}
	return r.text(letterPhone, r.unproven, fill{Code: code, Minutes: minutes(s.cfg.OTPTTL)})
}

// writeNews writes a letter that tells what happened.
func (s *Service) writeNews(kind string) func(context.Context, job, reader) (writing, error) {
	return func(_ context.Context, _ job, r reader) (writing, error) { return r.mail(kind, fill{}) }
}

// mayText charges the limits of text messages, which cost money and which somebody may earn by. One too many is not sent.
func (s *Service) mayText(ctx context.Context, tenant, number string) (bool, error) {
	const prefix = 7 // country and network, about
	wait, err := s.limits.Take(ctx, tenant, limit.On(s.cfg.Limits.SMSNumber, tenant, "sms number", number),
		limit.On(s.cfg.Limits.SMSPrefix, tenant, "sms prefix", number[:min(prefix, len(number))]), limit.On(s.cfg.Limits.SMSTenant, tenant, "sms tenant", ""))
	if err == nil && wait > 0 {
		s.log.Warn("a text message was not sent: too many to this number, its like, or by this shop", "tenant", tenant)
	}
	return wait == 0, err
}

func minutes(d time.Duration) int { return max(1, int(d/time.Minute)) }

// mail writes a letter to the reader's address.
func (r reader) mail(kind string, f fill) (writing, error) {
	m, err := r.write(kind, f)
	m.To = r.Email
	return writing{mail: []notify.Message{m}}, err
}

// text writes a text message to a number of the reader's.
func (r reader) text(kind, number string, f fill) (writing, error) {
	m, err := r.write(kind, f)
	m.To, m.Text = number, m.Subject+" "+f.Link
	if f.Link == "" {
		m.Text = m.Subject
	}
	m.Subject, m.HTML, m.From, m.FromName = "", "", "", ""
	return writing{sms: []notify.Message{m}}, err
}

// write fills the templates of a kind in the reader's language: the shop's own, else ours.
func (r reader) write(kind string, f fill) (m notify.Message, err error) {
	language := "en"
	if strings.HasPrefix(strings.ToLower(r.language), "tr") {
		language = "tr"
	}
	f.Shop, f.First, f.Last = r.shop.Name, r.Name.First, r.Name.Last
	m.From, m.FromName = r.settings.MailFrom, r.shop.Name
	own, ok := r.settings.Letters[kind+"."+language]
	if !ok {
		own = ourLetters[language][kind]
	}
	if m.Subject, err = fillText(own.Subject, f); err != nil {
		return m, err
	}
	m.Subject = strings.Join(strings.Fields(m.Subject), " ") // one line
	if m.Text, err = fillText(own.Text, f); err != nil {
		return m, err
	}
	if own.HTML != "" {
		m.HTML, err = fillHTML(own.HTML, f)
		return m, err
	}
	m.HTML, err = plainHTML(language, m.Subject, m.Text, f.Link)
	return m, err
}
