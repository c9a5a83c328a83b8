// A server with React Router's handler of loaders, and an open tab with its router.
import { createServer } from "node:http";
import { createMemoryRouter, createStaticHandler, type LoaderFunctionArgs } from "react-router";
import { kept, revalidateOnChange } from "../recipes/src/react-router";
import { follower } from "../recipes/src/vitrine";
import { product, stats } from "../product";

const loader = kept(async ({ params }: LoaderFunctionArgs) => (await product(params["slug"]!)).text);
const { queryRoute } = createStaticHandler([{ id: "page", path: "/page/:slug", loader }]);

const port = Number(process.env["PORT"]);
const tab = createMemoryRouter([{
  id: "tab", path: "/page/:slug",
  loader: async ({ params }) => (await fetch(`http://127.0.0.1:${port}/page/${params["slug"]}`)).text(),
}]);
revalidateOnChange(follower(), tab);

createServer(async (rq, rs) => {
  try {
    const url = new URL(rq.url!, `http://${rq.headers.host}`);
    const [, what, slug] = url.pathname.split("/");
    if (what === "page") rs.end(await queryRoute(new Request(url)));
    else if (what === "open") rs.end(String(await tab.navigate(`/page/${slug}`)));
    else if (what === "tab") rs.end(tab.state.loaderData["tab"]);
    else rs.end(JSON.stringify(await stats()));
  } catch (error) {
    rs.statusCode = 500;
    rs.end(String(error));
  }
}).listen(port, "127.0.0.1");
