package boot

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

// A coinNode is a node of a chain with one block, which holds one payment in the chain's own coin. How payments on chains go is shown beside
// them (writesvc/payment); here it is that they can be reached.
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
		result = map[string]any{"hash": n.transaction, "from": "0x" + strings.Repeat("f", 40), "to": n.to, "value": n.value, "blockHash": block}
	case q.Method == "eth_getTransactionReceipt" && known:
		result = map[string]any{"transactionHash": n.transaction, "blockHash": block, "blockNumber": "0x10", "status": "0x1", "logs": []any{}}
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"jsonrpc": "2.0", "id": 1, "result": result})
}

func TestATicketIsBoughtWithCoins(t *testing.T) {
	t.Parallel()
	s := openSeller(t)
	ada, eve := s.signUp(t, "ada@example.com"), s.signUp(t, "eve@example.com")
	basket := s.fill(t, ada, s.event, 1)
	start := map[string]any{"basketId": basket, "asset": "COIN"}
	s.post(t, "/payment/crypto", start).want(t, "a shop that has not turned it on", 403, "METHOD_OFF")

	node := &coinNode{transaction: "0x" + strings.Repeat("7", 64)}
	server := httptest.NewServer(node)
	defer server.Close()
	settings := `{"provider": "sandbox", "crypto": {"address": "0x00000000000000000000000000000000000000aa", "chains": [{"id": 1337, "name": "Model", "nodes": ["` + server.URL + `"],
  "assets": [{"symbol": "COIN", "decimals": 18, "rates": {"TRY": "100000"}}]}]}}`
	if _, err := s.Pool.Exec(t.Context(), `INSERT INTO tenant_payment (tenant_id, settings) VALUES ('shop', $1)`, settings); err != nil {
		t.Fatal(err)
	}
	s.post(t, "/payment/crypto", start, eve.as()...).want(t, "another's basket", 404, "NOT_FOUND")
	s.post(t, "/payment/crypto", start, "x-service-client", "other").want(t, "another shop", 403, "METHOD_OFF")
	p := s.post(t, "/payment/crypto", start, "Idempotency-Key", "coins").want(t, "start", 201, "")
	if again := s.post(t, "/payment/crypto", start, "Idempotency-Key", "coins").want(t, "start again", 201, ""); again.text("data", "amountUnits") != p.text("data", "amountUnits") || p.text("data", "amountUnits") == "" {
		t.Errorf("%s, then %s", p.Body, again.Body)
	}
	units, err := strconv.ParseUint(p.text("data", "amountUnits"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	node.mu.Lock()
	node.to, node.value = strings.ToLower(p.text("data", "address")), "0x"+strconv.FormatUint(units, 16)
	node.mu.Unlock()
	verify := "/payment/crypto/" + p.text("data", "paymentId") + "/verify"
	body := map[string]any{"txHash": node.transaction}
	s.post(t, verify, body, eve.as()...).want(t, "another's payment", 404, "NOT_FOUND")
	s.post(t, verify, body, "x-service-client", "other").want(t, "another shop's payment", 404, "NOT_FOUND")
	s.post(t, verify, map[string]any{"txHash": "0x12"}).want(t, "no hash", 400, "INVALID_PARAMETER")
	s.post(t, verify, map[string]any{"txHash": node.transaction, "chainId": 1}).want(t, "another chain", 400, "INVALID_PARAMETER")
	s.post(t, verify, map[string]any{"txHash": node.transaction, "status": "succeeded"}).want(t, "a word too many", 400, "INVALID_PARAMETER")
	s.post(t, "/payment/bank-transfer/"+p.text("data", "paymentId")+"/verify", nil).want(t, "as a transfer", 404, "NOT_FOUND")
	r := s.post(t, verify, body).want(t, "verify", 200, "")
	if r.text("data", "status") != "succeeded" || r.text("data", "crypto", "received") != p.text("data", "amount") {
		t.Fatalf("%s", r.Body)
	}
	tickets := s.ask(t, http.MethodGet, "/event/tickets/"+r.text("data", "order", "id"), ada.as()...).want(t, "tickets", 200, "")
	if tickets.text("data", 0, "status") != "valid" {
		t.Errorf("%s", tickets.Body)
	}
	s.box.next(t, "mail", "ada@example.com", "Your order")
}
