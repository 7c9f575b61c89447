import { always, simulation } from "gauntlet";
import { served } from "gauntlet/hostile";
import { readEvents } from "./src/read-events.ts";

const events = [{ data: '{"text":"Grüße"}' }, { data: '{"text":"aus Wien"}' }];

export default simulation({
  name: "sse-client",
  run: async (world) => {
    served.sse(world, "https://events.example", { events });
    const said = await readEvents("https://events.example/stream");
    always(said.join() === events.map(({ data }) => data).join(), "every legal stream is read");
  },
});
