package orders

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A coinNode is a node of a chain with one block and one payment in the chain's own coin. The tests of writesvc/payment
// cover payments on chains; this one covers their endpoints.
type coinNode struct {
	mu          sync.Mutex
	to, value   string
	transaction string
}

func (n *coinNode) ServeHTTP(w http.ResponseWriter, rq *http.Request) {
	n.mu.Lock()
	defer n.mu.Unlock()
	var q struct {
		Method string `json:"method"`
		Params []any  `json:"params"`
	}
	if err := json.NewDecoder(rq.Body).Decode(&q); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	block := "0x" + strings.Repeat("b", 64)
	var result any
	known := len(q.Params) > 0 && q.Params[0] == n.transaction
	switch {
	case q.Method == "eth_chainId":
		result = "0x539"
	case q.Method == "eth_blockNumber":
		result = "0x20"
	case q.Method == "eth_getBlockByNumber":
		result = map[string]any{"hash": block, "timestamp": "0x" + strconv.FormatInt(time.Now().Unix(), 16)}
	case q.Method == "eth_getTransactionByHash" && known:
		result = map[string]any{"hash": n.transaction, "from": "0x" + strings.Repeat("f", 40), "to": n.to, "value": n.value,
			"blockHash": block}
	case q.Method == "eth_getTransactionReceipt" && known:
		result = map[string]any{"transactionHash": n.transaction, "blockHash": block, "blockNumber": "0x10", "status": "0x1",
			"logs": []any{}}
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"jsonrpc": "2.0", "id": 1, "result": result})
}

func TestATicketIsBoughtWithCoins(t *testing.T) {
	t.Parallel()
	s := openOrders(t)
	ada, eve := s.SignUp(t, "ada@example.com"), s.SignUp(t, "eve@example.com")
	basket := s.fill(t, ada, s.event, 1)
	start := map[string]any{"basketId": basket, "asset": "COIN"}
	s.Post(t, "/payment/crypto", start).Want(t, "a shop that has not turned it on", 403, "METHOD_OFF")

	node := &coinNode{transaction: "0x" + strings.Repeat("7", 64)}
	server := httptest.NewServer(node)
	defer server.Close()
	settings := `{"provider": "sandbox", "crypto": {"address": "0x00000000000000000000000000000000000000aa", ` +
		`"chains": [{"id": 1337, "name": "Model", "nodes": ["` + server.URL + `"],
  "assets": [{"symbol": "COIN", "decimals": 18, "rates": {"TRY": "100000"}}]}]}}`
	if _, err := s.Pool.Exec(t.Context(), `INSERT INTO tenant_payment (tenant_id, settings) VALUES ('shop', $1)`,
		settings); err != nil {
		t.Fatal(err)
	}
	s.Post(t, "/payment/crypto", start, eve.As()...).Want(t, "another's basket", 404, "NOT_FOUND")
	s.Post(t, "/payment/crypto", start, "x-service-client", "other").Want(t, "another shop", 403, "METHOD_OFF")
	p := s.Post(t, "/payment/crypto", start, "Idempotency-Key", "coins").Want(t, "start", 201, "")
	if again := s.Post(t, "/payment/crypto", start, "Idempotency-Key", "coins").Want(t, "start again", 201,
		""); again.Text("data", "amountUnits") != p.Text("data", "amountUnits") || p.Text("data", "amountUnits") == "" {
		t.Errorf("%s, then %s", p.Body, again.Body)
	}
	units, err := strconv.ParseUint(p.Text("data", "amountUnits"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	node.mu.Lock()
	node.to, node.value = strings.ToLower(p.Text("data", "address")), "0x"+strconv.FormatUint(units, 16)
	node.mu.Unlock()
	verify := "/payment/crypto/" + p.Text("data", "paymentId") + "/verify"
	body := map[string]any{"txHash": node.transaction}
	s.Post(t, verify, body, eve.As()...).Want(t, "another's payment", 404, "NOT_FOUND")
	s.Post(t, verify, body, "x-service-client", "other").Want(t, "another shop's payment", 404, "NOT_FOUND")
	s.Post(t, verify, map[string]any{"txHash": "0x12"}).Want(t, "no hash", 400, "INVALID_PARAMETER")
	s.Post(t, verify, map[string]any{"txHash": node.transaction, "chainId": 1}).Want(t, "another chain", 400,
		"INVALID_PARAMETER")
	s.Post(t, verify, map[string]any{"txHash": node.transaction, "status": "succeeded"}).Want(t, "a word too many", 400,
		"INVALID_PARAMETER")
	s.Post(t, "/payment/bank-transfer/"+p.Text("data", "paymentId")+"/verify", nil).Want(t, "as a transfer", 404,
		"NOT_FOUND")
	r := s.Post(t, verify, body).Want(t, "verify", 200, "")
	if r.Text("data", "status") != "succeeded" || r.Text("data", "crypto", "received") != p.Text("data", "amount") {
		t.Fatalf("%s", r.Body)
	}
	tickets := s.Request(t, http.MethodGet, "/event/tickets/"+r.Text("data", "order", "id"), ada.As()...).Want(t,
		"tickets", 200, "")
	if tickets.Text("data", 0, "status") != "valid" {
		t.Errorf("%s", tickets.Body)
	}
	s.Mailbox.Next(t, "mail", "ada@example.com", "Your order")
}
