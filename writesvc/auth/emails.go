package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/tenant"
	"vitrine/writesvc/auth/code"
	"vitrine/writesvc/auth/email"
	"vitrine/writesvc/auth/profile"
	"vitrine/writesvc/limit"
	"vitrine/writesvc/notify"
)

// requestFor is how long a request for a code or a reset link may wait in the outbox. An older one is dropped.
const requestFor = 15 * time.Minute

// A recipient is the account that an email is for.
type recipient struct {
	user
	phone    string // "" unless the number is verified
	unproven string // the number that the customer gave, verified or not
	language string
	tenant   *tenant.Tenant
	settings Settings
	job      string // the outbox job
	again    bool   // the job was attempted before
}

// emails returns the writer of each kind of email.
func (s *Service) emails() map[string]notify.Writer {
	return map[string]notify.Writer{
		email.Verify:       s.writer(s.writeVerify),
		email.Reset:        s.writer(s.writeReset),
		email.Code:         s.writer(s.writeCode),
		email.Phone:        s.writer(s.writePhone),
		email.Changed:      s.writer(writeNews(email.Changed)),
		email.SessionEnded: s.writer(writeNews(email.SessionEnded)),
		email.Approved:     s.writer(writeNews(email.Approved)),
		email.Taken:        s.writer(s.writeTaken),
		email.Linked:       s.writer(writeNews(email.Linked)),
	}
}

type messages struct{ mail, sms []notify.Message }

// writer returns a writer that looks up the recipient of a job. Without a recipient it writes nothing.
func (s *Service) writer(
	write func(ctx context.Context, j email.Job, r recipient) (messages, error),
) notify.Writer {
	return func(ctx context.Context, row notify.Job) (mail, sms []notify.Message, err error) {
		var j email.Job
		if err := json.Unmarshal(row.Data, &j); err != nil {
			return nil, nil, &notify.Permanent{Err: errors.New("the job cannot be read")}
		}
		r, err := s.recipientOf(ctx, row.Tenant, j)
		if errors.Is(err, errNobody) || err == nil && (!r.tenant.Active || r.status == locked) {
			return nil, nil, nil
		}
		if err != nil {
			return nil, nil, err
		}
		r.job, r.again = row.ID, row.Attempts > 1
		m, err := write(ctx, j, r)
		if errors.Is(err, code.ErrLate) {
			return nil, nil, nil
		}
		return m.mail, m.sms, err
	}
}

func (s *Service) recipientOf(ctx context.Context, id string, j email.Job) (r recipient, err error) {
	if r.tenant, err = tenant.Find(ctx, s.pool, id); err != nil {
		return r, err
	}
	if r.tenant == nil {
		return r, errNobody
	}
	if r.settings, err = ReadSettings(ctx, s.pool, id); err != nil {
		return r, err
	}
	err = s.pool.QueryRow(ctx, `SELECT id, email, first_name, last_name, status, email_verified_at IS NOT NULL,
  coalesce(CASE WHEN phone_verified_at IS NOT NULL THEN phone END, ''), coalesce(phone, ''), coalesce(language, $4)
FROM account WHERE tenant_id = $1 AND ($2 <> '' AND id = $2 OR $2 = '' AND email = $3)`,
		id, j.Account, j.Email, r.tenant.Language).Scan(&r.ID, &r.Email, &r.Name.First, &r.Name.Last, &r.status,
		&r.verified, &r.phone, &r.unproven, &r.language)
	if errors.Is(err, pgx.ErrNoRows) {
		return r, errNobody
	}
	if err != nil {
		return r, fmt.Errorf("read the recipient: %w", err)
	}
	return r, nil
}

// writeVerify writes the email that verifies an address.
func (s *Service) writeVerify(ctx context.Context, j email.Job, r recipient) (m messages, err error) {
	if r.verified {
		return m, nil
	}
	link, err := s.codes.NewLink(ctx, s.pool, r.tenant.ID(), code.Request{
		Account: r.ID, Purpose: code.VerifyEmail, Channel: code.Mail, Target: r.Email, Life: s.cfg.VerifyTTL,
		Job: r.job, At: j.At,
	})
	if err != nil {
		return m, err
	}
	return r.mail(email.Verify, email.Fields{
		Link: r.settings.link(r.settings.VerifyURL, s.cfg.SiteURL, "verify-email", link),
		Code: link, Minutes: minutes(s.cfg.VerifyTTL),
	})
}

// writeTaken writes the email about a sign-up with the address of an account. Until somebody has proved the address, it
// is the email that verifies it: the account may be somebody else's attempt.
func (s *Service) writeTaken(ctx context.Context, j email.Job, r recipient) (messages, error) {
	if !r.verified {
		return s.writeVerify(ctx, j, r)
	}
	return r.mail(email.Taken, email.Fields{})
}

// writeReset writes the message with the link that sets a password.
func (s *Service) writeReset(ctx context.Context, j email.Job, r recipient) (m messages, err error) {
	if s.cfg.Now().Sub(j.At) > requestFor {
		return m, nil
	}
	q, err := s.channel(ctx, j, r, code.ResetPassword)
	if err != nil {
		return m, err
	}
	link, err := s.codes.NewLink(ctx, s.pool, r.tenant.ID(), q)
	if err != nil {
		return m, err
	}
	f := email.Fields{
		Link: r.settings.link(r.settings.ResetURL, s.cfg.SiteURL, "reset-password", link),
		Code: link, Minutes: minutes(q.Life),
	}
	if q.Channel == code.SMS {
		return r.text(email.Reset, r.phone, f)
	}
	return r.mail(email.Reset, f)
}

// channel selects where a code or link is sent: to the verified number if the customer asked for that and the limits of
// text messages permit it, else to the address.
func (s *Service) channel(ctx context.Context, j email.Job, r recipient, purpose string) (code.Request, error) {
	q := code.Request{Account: r.ID, Purpose: purpose, Channel: code.Mail, Target: r.Email, Life: s.cfg.OTPTTL,
		Job: r.job, At: j.At}
	if purpose == code.ResetPassword {
		q.Life = s.cfg.ResetTTL
	}
	if j.Method != code.SMS || r.phone == "" || !s.outbox.SMS() {
		return q, nil
	}
	text := q
	text.Channel, text.Target = code.SMS, r.phone
	if ok, err := s.mayText(ctx, r, text); err != nil || !ok {
		return q, err
	}
	return text, nil
}

// writeCode writes the message with a sign-in code.
func (s *Service) writeCode(ctx context.Context, j email.Job, r recipient) (m messages, err error) {
	if s.cfg.Now().Sub(j.At) > requestFor {
		return m, nil
	}
	q, err := s.channel(ctx, j, r, code.Login)
	if err != nil {
		return m, err
	}
	otp, err := s.codes.NewCode(ctx, r.tenant.ID(), q)
	if err != nil {
		return m, err
	}
	f := email.Fields{Code: otp, Minutes: minutes(q.Life)}
	if q.Channel == code.SMS {
		return r.text(email.Code, r.phone, f)
	}
	return r.mail(email.Code, f)
}

// writePhone writes the message with the code that verifies a number.
func (s *Service) writePhone(ctx context.Context, j email.Job, r recipient) (m messages, err error) {
	if s.cfg.Now().Sub(j.At) > requestFor || r.unproven == "" || r.phone != "" {
		return m, nil
	}
	q := code.Request{
		Account: r.ID, Purpose: code.Phone, Channel: code.SMS, Target: r.unproven, Life: s.cfg.OTPTTL,
		Job: r.job, At: j.At,
	}
	if ok, err := s.mayText(ctx, r, q); err != nil || !ok {
		return m, err
	}
	otp, err := s.codes.NewCode(ctx, r.tenant.ID(), q)
	if err != nil {
		return m, err
	}
	return r.text(email.Phone, r.unproven, email.Fields{Code: otp, Minutes: minutes(s.cfg.OTPTTL)})
}

// writeNews writes an email that reports an event.
func writeNews(kind string) func(context.Context, email.Job, recipient) (messages, error) {
	return func(_ context.Context, j email.Job, r recipient) (messages, error) {
		return r.mail(kind, email.Fields{Provider: j.Provider})
	}
}

// mayText charges the limits of text messages, once for each job. Text messages cost money, and some numbers earn by
// them. Numbers that nobody proved are counted apart, so sign-ups cannot use up what customers need.
func (s *Service) mayText(ctx context.Context, r recipient, q code.Request) (bool, error) {
	l, tenant, number, proved := s.cfg.Limits, r.tenant.ID(), q.Target, "proved "
	if r.again {
		return s.codes.Made(ctx, tenant, q) // permitted and charged at the first attempt, or refused
	}
	const prefix = 7 // roughly country and network
	if number != r.phone {
		proved = "unproved "
	}
	wait, err := s.limits.Take(ctx, tenant,
		limit.On(limit.SMSNumber, l.SMSNumber, tenant, proved+number),
		limit.On(limit.SMSPrefix, l.SMSPrefix, tenant, proved+number[:min(prefix, len(number))]),
		limit.On(limit.SMSTenant, l.SMSTenant, tenant, proved))
	if err == nil && wait > 0 {
		s.unsent.Log(s.log, slog.LevelWarn,
			"text message not sent: the limit of the number, its prefix or the tenant is reached", "tenant", tenant)
	}
	return wait == 0 && err == nil, err
}

func minutes(d time.Duration) int { return max(1, int(d/time.Minute)) }

// mail writes an email to the recipient's address.
func (r recipient) mail(kind string, f email.Fields) (messages, error) {
	m, err := r.render(kind, f)
	m.To = r.Email
	return messages{mail: []notify.Message{m}}, err
}

// text writes a text message to a number of the recipient.
func (r recipient) text(kind, number string, f email.Fields) (messages, error) {
	m, err := r.render(kind, f)
	m.To, m.Text = number, m.Subject+" "+f.Link
	if f.Link == "" {
		m.Text = m.Subject
	}
	m.Subject, m.HTML, m.From, m.FromName = "", "", "", ""
	return messages{sms: []notify.Message{m}}, err
}

// render fills the templates of a kind in the recipient's language.
func (r recipient) render(kind string, f email.Fields) (notify.Message, error) {
	language := "en"
	if strings.HasPrefix(strings.ToLower(r.language), "tr") {
		language = "tr"
	}
	f.Shop, f.First, f.Last = r.tenant.Name, profile.Shown(r.Name.First), profile.Shown(r.Name.Last)
	if profile.Linkable(r.Name.First + " " + r.Name.Last) {
		f.First, f.Last = "", "" // their parts together are a telephone number, for example
	}
	m, err := email.Render(r.settings.Letters, kind, language, f)
	m.From, m.FromName = r.settings.MailFrom, r.tenant.Name
	return m, err
}
