package email

// defaults are the default texts, by language and kind. A text message consists of the subject and the link, so the
// subject must suffice. In an email with a link, {{.Code}} is the link's token, for shops whose page asks for it.
//
//nolint:misspell // half of it is Turkish
var defaults = map[string]map[string]Template{
	"en": {
		Verify: {
			Subject: "{{.Shop}}: verify your email address",
			Text: `Hello{{with .First}} {{.}}{{end}},

please verify your email address:

{{if .Link}}{{.Link}}{{else}}{{.Code}}{{end}}

If you did not sign up at {{.Shop}}, ignore this email. The address stays unverified.`,
		},
		Reset: {
			Subject: "{{.Shop}}: set a new password",
			Text: `Hello{{with .First}} {{.}}{{end}},

you requested a new password for your account at {{.Shop}}. Set it within {{.Minutes}} minutes:

{{if .Link}}{{.Link}}{{else}}{{.Code}}{{end}}

If you did not request this, ignore this email. Your password stays unchanged.`,
		},
		Code: {
			Subject: "{{.Code}} is your code for {{.Shop}}",
			Text: `Hello{{with .First}} {{.}}{{end}},

your sign-in code for {{.Shop}}:

{{.Code}}

It is valid for {{.Minutes}} minutes. {{.Shop}} will never ask you for it.`,
		},
		Phone: {
			Subject: "{{.Code}} is your verification code for {{.Shop}}",
			Text:    `{{.Code}} is your verification code for {{.Shop}}. It is valid for {{.Minutes}} minutes.`,
		},
		Changed: {
			Subject: "{{.Shop}}: your password was changed",
			Text: `Hello{{with .First}} {{.}}{{end}},

the password of your account at {{.Shop}} was changed. All sessions have ended.

If you did not do this, set a new password now and contact us.`,
		},
		SessionEnded: {
			Subject: "{{.Shop}}: you were signed out on one device",
			Text: `Hello{{with .First}} {{.}}{{end}},

a session of your account at {{.Shop}} was used on two devices, so we ended it. Sign in again on that device.

If you do not recognize this, set a new password.`,
		},
		Taken: {
			Subject: "{{.Shop}}: you already have an account",
			Text: `Hello{{with .First}} {{.}}{{end}},

somebody signed up at {{.Shop}} with your email address. You already have an account: sign in, or request a new
password.

If this was not you, ignore this email. Your account stays unchanged.`,
		},
		Linked: {
			Subject: "{{.Shop}}: a new way to sign in",
			Text: `Hello{{with .First}} {{.}}{{end}},

somebody signed in to your account at {{.Shop}} with {{.Provider}} for the first time. This is possible because
{{.Provider}} says that the person has your email address.

If you do not recognize this, set a new password: that ends all sessions and this way to sign in. Then secure your
account at {{.Provider}}.`,
		},
		Approved: {
			Subject: "{{.Shop}}: your account is approved",
			Text: `Hello{{with .First}} {{.}}{{end}},

{{.Shop}} has approved your account. You can now sign in.`,
		},
	},
	"tr": {
		Verify: {
			Subject: "{{.Shop}}: lütfen e-posta adresinizi doğrulayın",
			Text: `Merhaba{{with .First}} {{.}}{{end}},

lütfen bu adresin size ait olduğunu doğrulayın:

{{if .Link}}{{.Link}}{{else}}{{.Code}}{{end}}

{{.Shop}} hesabını siz açmadıysanız bir şey yapmanız gerekmez: adres doğrulanmamış kalır.`,
		},
		Reset: {
			Subject: "{{.Shop}}: yeni bir parola belirleyin",
			Text: `Merhaba{{with .First}} {{.}}{{end}},

{{.Shop}} hesabınız için yeni bir parola istendi. Önümüzdeki {{.Minutes}} dakika içinde buradan belirleyebilirsiniz:

{{if .Link}}{{.Link}}{{else}}{{.Code}}{{end}}

İsteyen siz değilseniz bir şey yapmanız gerekmez: parolanız olduğu gibi kalır.`,
		},
		Code: {
			Subject: "{{.Shop}} giriş kodunuz: {{.Code}}",
			Text: `Merhaba{{with .First}} {{.}}{{end}},

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
			Text: `Merhaba{{with .First}} {{.}}{{end}},

{{.Shop}} hesabınızın parolası değiştirildi ve tüm cihazlarda oturumunuz kapatıldı.

Değiştiren siz değilseniz hemen yeni bir parola belirleyin ve bize yazın.`,
		},
		SessionEnded: {
			Subject: "{{.Shop}}: bir cihazdaki oturumunuz kapatıldı",
			Text: `Merhaba{{with .First}} {{.}}{{end}},

{{.Shop}} hesabınızın bir oturumu aynı anda iki yerden kullanıldı; bu yüzden kapattık.

O cihazda yeniden giriş yapmanız gerekir.

Nedenini bilmiyorsanız yeni bir parola belirleyin.`,
		},
		Taken: {
			Subject: "{{.Shop}}: zaten bir hesabınız var",
			Text: `Merhaba{{with .First}} {{.}}{{end}},

{{.Shop}} mağazasında e-posta adresinizle yeniden üye olunmak istendi. Zaten bir hesabınız var: giriş yapın ya da yeni
bir parola isteyin.

Bunu siz yapmadıysanız bir şey yapmanız gerekmez: hesabınız olduğu gibi kalır.`,
		},
		Linked: {
			Subject: "{{.Shop}}: hesabınıza yeni bir giriş yolu eklendi",
			Text: `Merhaba{{with .First}} {{.}}{{end}},

{{.Shop}} hesabınıza ilk kez {{.Provider}} ile giriş yapıldı. {{.Provider}}, giriş yapan kişinin e-posta adresinizin
sahibi olduğunu bildirdi.

Bunu siz yapmadıysanız yeni bir parola belirleyin: tüm oturumlar ve bu giriş yolu kapanır. Ardından {{.Provider}}
hesabınızı güvenceye alın.`,
		},
		Approved: {
			Subject: "{{.Shop}}: hesabınız onaylandı",
			Text: `Merhaba{{with .First}} {{.}}{{end}},

{{.Shop}} hesabınızı onayladı. Artık giriş yapabilirsiniz.`,
		},
	},
}
