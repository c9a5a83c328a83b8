package table

import (
	"fmt"
	"testing"
)

func TestNamesInTemplatesOfSpreadsheets(t *testing.T) {
	for name, want := range map[string]string{"Name *": "name", "Product ID*": "product_id", "*": "", "a*b": "a*b"} {
		same(t, name, Snake(name), want)
	}
	event, product := &Table{Name: "event", Label: "name"}, &Table{Name: "product", Label: "name"}
	same(t, "an event", fmt.Sprint(event.Synonyms("subject")), "[name]")
	same(t, "a product", fmt.Sprint(product.Synonyms("subject")), "[]")
}

func TestNamesOfAStock(t *testing.T) {
	product := &Table{Label: "name"}
	for _, field := range []string{"stockOnHand", "Quantity on hand", "inventory_quantity"} {
		same(t, field, fmt.Sprint(product.Synonyms(Snake(field))), "[stock]")
	}
}
