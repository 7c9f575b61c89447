// A search engine for a very small web: GET /search?topic=comets.
import { createServer } from "node:http";

const pages = new Map([["comets", "Comets are made of ice, dust and rock."]]);

createServer((request, response) => {
  const { searchParams } = new URL(request.url, "http://127.0.0.1");
  response.writeHead(200, { "content-type": "text/plain" });
  response.end(pages.get(searchParams.get("topic")?.toLowerCase()) ?? "");
}).listen(Number(process.env.PORT ?? 8031), "127.0.0.1");
