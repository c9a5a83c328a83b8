package table

import (
	"fmt"
	"testing"
)

func TestNamesOfAStock(t *testing.T) {
	product := &Table{Label: "name"}
	for _, field := range []string{"stockOnHand", "Quantity on hand", "inventory_quantity"} {
		same(t, field, fmt.Sprint(product.Synonyms(Snake(field))), "[stock]")
	}
}
