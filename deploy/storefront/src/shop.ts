// The shop starts here.
import { frame, readFoot, readMenus, showChanges } from "./frame.js";
import { follow } from "./live.js";
import { refresh, route, start } from "./page.js";
import { account, orders, tickets } from "./pages/account.js";
import { basketPage, checkout, paid } from "./pages/checkout.js";
import { article, blog, dictionary, events, faq, page, term } from "./pages/editorial.js";
import { home } from "./pages/home.js";
import { resetPassword, verifyEmail } from "./pages/links.js";
import { brand, brands, category, collection, search } from "./pages/list.js";
import { event, product } from "./pages/product.js";
import { readSuggestions } from "./search.js";
import { language } from "./text.js";

document.documentElement.lang = language;

route(/^\/$/, home);
route(/^\/category\/([^/]+)$/, category);
route(/^\/search$/, search);
route(/^\/collections\/([^/]+)$/, collection);
route(/^\/brand$/, brands);
route(/^\/brand\/([^/]+)$/, brand);
route(/^\/product\/([^/]+)$/, product);
route(/^\/event$/, events);
route(/^\/event\/([^/]+)$/, event);
route(/^\/blog$/, blog);
route(/^\/blog\/([^/]+)$/, article);
route(/^\/faq$/, faq);
route(/^\/dictionary$/, dictionary);
route(/^\/dictionary\/([^/]+)$/, term);
route(/^\/page\/([^/]+)$/, page);
route(/^\/basket$/, basketPage);
route(/^\/checkout$/, checkout);
route(/^\/paid$/, paid);
route(/^\/account$/, account);
route(/^\/verify-email$/, verifyEmail);
route(/^\/reset-password$/, resetPassword);
route(/^\/orders$/, orders);
route(/^\/tickets(?:\/([0-9a-f]{24}))?$/, tickets);

showChanges();
void start(frame(), document.documentElement.dataset.name ?? "").then(() => readFoot("live"));
follow(() => {
  void refresh("live");
  void readMenus("live");
  void readFoot("live");
  void readSuggestions("live");
});
