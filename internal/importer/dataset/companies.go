package dataset

import (
	"vitrine/internal/importer/load"
	"vitrine/internal/importer/source"
)

// Breweries of many countries. One in five has no coordinates. The category of a brewery says if it is planned or
// closed.
var merchantsBreweries = load.Mapping{
	Name: "merchants_breweries",
	Kind: "merchant",
	Has:  []string{"id", "name", "brewery_type", "address_1", "state_province", "latitude", "longitude"},
	Key:  []string{"id"},
	Fields: map[string]load.Target{
		"name":         Trimmed(To("name")),
		"brewery_type": Path(),
		"city":         Trimmed(To("city")),
		"country":      Trimmed(To("country")),
		"phone":        Trimmed(To("phone")),
		"website_url":  Trimmed(To("website")),
		"latitude":     To("lat"),
		"longitude":    To("lng"),
	},
	Made: []load.Made{{
		Of:   []string{"address_1", "address_2", "address_3", "postal_code", "city", "state_province"},
		With: ", ", To: To("address"),
	}},
	New: map[string]string{"status": "PUBLISHED"},
}

// Stores of a chain. Each is a merchant and a location of the chain's brand.
var storesBestbuy = load.Mapping{
	Name: "stores_bestbuy",
	Kind: "merchant",
	Has:  []string{"id", "name", "address", "city", "state", "zip", "location.lat", "location.lon", "services"},
	Key:  []string{"id"},
	Fields: map[string]load.Target{
		"name":         To("name"),
		"city":         To("city"),
		"hours":        To("description"),
		"location.lat": To("lat"),
		"location.lon": To("lng"),
	},
	Made: []load.Made{{Of: []string{"address", "address2", "city", "state", "zip"}, With: ", ", To: To("address")}},
	New:  map[string]string{"status": "PUBLISHED"},
	Set:  map[string]string{"country": "US"},
	Beside: []load.Beside{{
		Table: "brand_location",
		Same:  []string{"name", "lat", "lng", "address", "city", "country"},
		Named: map[string]string{"brand_id": "Best Buy"},
	}},
}

// The landscape of an industry: companies and the projects they build. The file holds two kinds. Import it as both,
// organizations first, so that projects find their organizations.

const hostedLogos = "https://raw.githubusercontent.com/cncf/landscape/master/hosted_logos/"

var orgsCncf = load.Mapping{
	Name: "orgs_cncf",
	Kind: "organization",
	Has:  []string{"category", "subcategory", "name", "homepage_url", "logo", "crunchbase"},
	Key:  []string{"category", "subcategory", "name"},
	Only: func(rec source.Object) bool { return isCompany(rec) },
	Fields: map[string]load.Target{
		"name":         Trimmed(To("name")),
		"homepage_url": Trimmed(To("website")),
		"logo":         Prefixed(hostedLogos, To("logo")),
		"description":  Trimmed(To("description")),
		"crunchbase":   Member("social", "crunchbase"),
		"twitter":      Member("social", "twitter"),
		"bluesky_url":  Member("social", "bluesky"),
	},
	Made: []load.Made{{Of: []string{"category", "subcategory"}, With: " · ", To: To("brief")}},
	New:  map[string]string{"status": "PUBLISHED"},
}

var projectsCncf = load.Mapping{
	Name: "projects_cncf",
	Kind: "project",
	Has:  []string{"category", "subcategory", "name", "homepage_url", "logo", "crunchbase"},
	Key:  []string{"category", "subcategory", "name"},
	Only: func(rec source.Object) bool { return !isCompany(rec) },
	Fields: map[string]load.Target{
		"name":            Trimmed(To("title")),
		"homepage_url":    Trimmed(To("website")),
		"logo":            Prefixed(hostedLogos, To("cover_image")),
		"description":     Trimmed(All(To("brief"), To("description"))),
		"crunchbase":      Known("organization_id", "social->>'crunchbase'"),
		"project":         Mapped(stages, To("stage")),
		"extra.accepted":  To("start_date"),
		"extra.graduated": To("completion_date"),
	},
	Made: []load.Made{{Of: []string{"category", "subcategory"}, With: " > ", To: Categories()}},
	New:  map[string]string{"status": "PUBLISHED", "stage": "ongoing"},
}

// stages translates the maturity of a project.
var stages = map[string]string{
	"sandbox": "ongoing", "incubating": "ongoing", "graduated": "completed", "archived": "cancelled",
}

// isCompany reports whether a record is a member or service provider; the others are projects.
func isCompany(rec source.Object) bool {
	category, _ := rec.Get("category")
	return category == "CNCF Members" || category == "Special"
}
