import { request, type IncomingMessage, type ServerResponse } from "node:http";
import fc from "fast-check";
import { always, chaosTest, fault, reachable, sometimes } from "gauntlet";
import { Uploads } from "./src/uploads.ts";

const site = "http://uploads.example";
const names = fc.constantFrom("a.png", "b.png");
const contents = fc.uint8Array({ minLength: 1, maxLength: 2_000 });

/** Clients upload and download while the disk runs full and the power goes off. */
export default chaosTest({
  name: "uploads",
  // What is downloaded is compared with what was accepted last, which one client at a time decides.
  concurrency: 1,
  faults: [
    fault.diskFull({ path: "incoming/*", probability: 0.5 }),
    // What a disk does that is almost full: it takes what it can, and says how much that was.
    fault.partialWrite({ path: "incoming/*", probability: 0.5 }),
    fault.slowDisk({ path: "incoming/*" }),
  ],
  setup: async (world) => {
    const state = {
      world,
      uploads: await Uploads.open("data"),
      accepted: new Map<string, Uint8Array>(),
    };
    world.serve(site, (incoming: IncomingMessage, response: ServerResponse) =>
      state.uploads.handle(incoming, response),
    );
    return state;
  },
  rules: {
    upload: {
      draw: { name: names, content: contents },
      run: async ({ accepted }, { name, content }) => {
        const { status } = await fetch(`${site}/${name}`, { method: "PUT", body: content });
        if (status === 201) accepted.set(name, content);
        sometimes(status === 507, "an upload is refused");
      },
    },
    // The client goes away in the middle of an upload.
    abandon: {
      draw: { name: names, content: contents },
      run: (_state, { name, content }) =>
        new Promise<void>((resolve) => {
          const headers = { "content-length": content.length * 2 };
          const upload = request(`${site}/${name}`, { method: "PUT", headers });
          upload.on("error", () => {});
          upload.on("close", resolve);
          upload.write(content, () => upload.destroy());
        }),
    },
    download: {
      draw: { name: names },
      run: async ({ accepted }, { name }) => {
        const response = await fetch(`${site}/${name}`);
        const expected = accepted.get(name);
        if (expected === undefined) {
          always(response.status === 404, "what was never accepted is not there");
          return;
        }
        const content = new Uint8Array(await response.arrayBuffer());
        always(Buffer.from(content).equals(expected), "a download is what was uploaded");
        reachable("a file is downloaded");
      },
    },
    powerCut: {
      run: async (state) => {
        state.world.crash();
        state.uploads = await Uploads.open("data");
      },
    },
  },
});
