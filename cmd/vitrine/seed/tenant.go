package seed

import "time"

type tenantRow struct {
	ID       string    `db:"id"`
	Created  time.Time `db:"created_at"`
	Updated  time.Time `db:"updated_at"`
	Name     string    `db:"name"`
	Status   string    `db:"status"`
	Language string    `db:"language"`
	Currency string    `db:"currency"`
}

type tenantHostRow struct {
	base
	Host string `db:"host"`
}

func (w *world) tenant() {
	b := w.base("tenant", w.shop.id, 24*500)
	w.add("tenant", tenantRow{ID: w.shop.id, Created: b.Created, Updated: b.Updated, Name: w.shop.name, Status: "ACTIVE",
		Language: w.shop.language, Currency: w.shop.currency})
	w.add("tenant_host", tenantHostRow{base: w.base("tenant_host", w.shop.host, 24*500), Host: w.shop.host})
}
