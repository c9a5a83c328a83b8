package email

// defaults are the default texts, by language and kind. A text message consists of the subject and the link, so the
// subject must suffice. In an email with a link, {{.Code}} is the link's token, for shops whose page asks for it.
//
//nolint:misspell // half of it is Turkish
var defaults = map[string]map[string]Template{
	"en": {
		Verify: {
			Subject: "{{.Shop}}: please verify your address",
			Text: `Hello {{.First}},

please verify that this address is yours:

{{if .Link}}{{.Link}}{{else}}{{.Code}}{{end}}

If you did not sign up at {{.Shop}}, do nothing: the address stays unverified.`,
		},
		Reset: {
			Subject: "{{.Shop}}: set a new password",
			Text: `Hello {{.First}},

somebody, probably you, wants to set a new password for your account at {{.Shop}}. For the next {{.Minutes}} minutes you can do so here:

{{if .Link}}{{.Link}}{{else}}{{.Code}}{{end}}

If it was not you, do nothing: your password stays as it is.`,
		},
		Code: {
			Subject: "{{.Code}} is your code for {{.Shop}}",
			Text: `Hello {{.First}},

your code to sign in at {{.Shop}}:

{{.Code}}

It is good for {{.Minutes}} minutes. Nobody from {{.Shop}} will ever ask you for it.`,
		},
		Phone: {
			Subject: "{{.Code}} verifies your number at {{.Shop}}",
			Text:    `{{.Code}} verifies your number at {{.Shop}}. It is good for {{.Minutes}} minutes.`,
		},
		Changed: {
			Subject: "{{.Shop}}: your password was changed",
			Text: `Hello {{.First}},

the password of your account at {{.Shop}} was changed, and you were signed out everywhere.

If it was not you, set a new password at once and write to us.`,
		},
		SessionEnded: {
			Subject: "{{.Shop}}: you were signed out on one device",
			Text: `Hello {{.First}},

a session of your account at {{.Shop}} was used from two places at once, so we ended it. On that device you have to sign in again.

If you do not know why, set a new password.`,
		},
		Approved: {
			Subject: "{{.Shop}}: your account is approved",
			Text: `Hello {{.First}},

{{.Shop}} has approved your account. You can sign in now.`,
		},
	},
	"tr": {
		Verify: {
			Subject: "{{.Shop}}: lütfen e-posta adresinizi doğrulayın",
			Text: `Merhaba {{.First}},

lütfen bu adresin size ait olduğunu doğrulayın:

{{if .Link}}{{.Link}}{{else}}{{.Code}}{{end}}

{{.Shop}} hesabını siz açmadıysanız bir şey yapmanız gerekmez: adres doğrulanmamış kalır.`,
		},
		Reset: {
			Subject: "{{.Shop}}: yeni bir parola belirleyin",
			Text: `Merhaba {{.First}},

{{.Shop}} hesabınız için yeni bir parola istendi. Önümüzdeki {{.Minutes}} dakika içinde buradan belirleyebilirsiniz:

{{if .Link}}{{.Link}}{{else}}{{.Code}}{{end}}

İsteyen siz değilseniz bir şey yapmanız gerekmez: parolanız olduğu gibi kalır.`,
		},
		Code: {
			Subject: "{{.Shop}} giriş kodunuz: {{.Code}}",
			Text: `Merhaba {{.First}},

{{.Shop}} giriş kodunuz:

{{.Code}}

Kod {{.Minutes}} dakika geçerlidir. {{.Shop}} çalışanları bu kodu sizden asla istemez.`,
		},
		Phone: {
			Subject: "{{.Shop}} numara doğrulama kodunuz: {{.Code}}",
			Text:    `{{.Shop}} numara doğrulama kodunuz: {{.Code}}. Kod {{.Minutes}} dakika geçerlidir.`,
		},
		Changed: {
			Subject: "{{.Shop}}: parolanız değiştirildi",
			Text: `Merhaba {{.First}},

{{.Shop}} hesabınızın parolası değiştirildi ve tüm cihazlarda oturumunuz kapatıldı.

Değiştiren siz değilseniz hemen yeni bir parola belirleyin ve bize yazın.`,
		},
		SessionEnded: {
			Subject: "{{.Shop}}: bir cihazdaki oturumunuz kapatıldı",
			Text: `Merhaba {{.First}},

{{.Shop}} hesabınızın bir oturumu aynı anda iki yerden kullanıldı; bu yüzden kapattık. O cihazda yeniden giriş yapmanız gerekir.

Nedenini bilmiyorsanız yeni bir parola belirleyin.`,
		},
		Approved: {
			Subject: "{{.Shop}}: hesabınız onaylandı",
			Text: `Merhaba {{.First}},

{{.Shop}} hesabınızı onayladı. Artık giriş yapabilirsiniz.`,
		},
	},
}
