import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Fault } from "../../src/kernel/faults/fault.ts";
import { fault } from "../../src/kernel/faults/catalogue.ts";
import { inWorld, seededWorld } from "../../src/world/fixtures/hand-drive.ts";
import { prepareNet } from "../../src/world/net/install-net.ts";
import { serve } from "../../src/world/net/serve.ts";
import { seamOf } from "../../src/world/seam.ts";
import type { SimWorld } from "../../src/world/sim-world.ts";

// The catalogue is written against what the world's seams say; here both meet.
beforeAll(async () => {
  seededWorld();
  await prepareNet();
});

const url = "http://rates.example/eur";

describe("a fetch in a world with a fault", () => {
  test("is answered by `http` and never reaches the server", async () => {
    const seen = await fetchUnder(fault.http({ url: "http://rates.example/*", status: 503 }));
    expect(seen).toEqual({ told: "503 Service Unavailable", served: 0, fires: 1, ms: 0 });
  });

  test("is let through where the URL is another", async () => {
    const seen = await fetchUnder(fault.http({ url: "http://other.example/*", status: 503 }));
    expect(seen).toEqual({ told: "200 rates", served: 1, fires: 0, ms: 0 });
  });

  test("fails when the connection is reset or refused, or has no address", async () => {
    const host = "rates.example";
    expect(await fetchUnder(fault.connectionReset({ host, phase: "connect" }))).toMatchObject({
      told: "fetch failed: ECONNRESET",
      served: 0,
    });
    expect(await fetchUnder(fault.connectionReset({ host }))).toMatchObject({
      told: "fetch failed: UND_ERR_SOCKET",
      served: 0,
    });
    expect(await fetchUnder(fault.connectionRefused({ host }))).toMatchObject({
      told: "fetch failed: ECONNREFUSED",
      served: 0,
    });
    expect(await fetchUnder(fault.dnsFailure({ host }))).toMatchObject({
      told: "fetch failed: ENOTFOUND",
      served: 0,
    });
  });

  test("fails after the server did its work when the answer is lost on its way", async () => {
    const reset = await fetchUnder(
      fault.connectionReset({ host: "rates.example", phase: "response" }),
    );
    expect(reset).toMatchObject({ served: 1, fires: 1 });
    expect(reset.told).toMatch(/^fetch failed/);
    const partial = await fetchUnder(fault.partialResponse({ url: "http://rates.example/*" }));
    expect(partial).toMatchObject({ served: 1, fires: 1 });
    expect(partial.told).toMatch(/fetch failed|terminated/);
  });

  test("takes longer on a slow network", async () => {
    for (const on of ["request", "connect", "data", "lookup"] as const) {
      const seen = await fetchUnder(fault.slowNetwork({ on, ms: 5_000 }));
      expect(seen.told).toBe("200 rates");
      expect(seen.ms).toBeGreaterThanOrEqual(5);
    }
  });
});

describe("a file in a world with a fault", () => {
  const path = join(tmpdir(), "gauntlet-entries.log");
  const readBack = async (struck: Fault): Promise<string> =>
    under(struck, async () => {
      await fs.promises.writeFile(path, "an entry");
      return fs.promises.readFile(path, "utf8");
    });

  test("cannot be written, opened or read", async () => {
    expect(await readBack(fault.diskFull({ path: "*.log" }))).toBe(
      "ENOSPC: no space left on device, write",
    );
    expect(await readBack(fault.permissionDenied({ path: "gauntlet-entries.log" }))).toBe(
      `EACCES: permission denied, open '${path}'`,
    );
    expect(await readBack(fault.ioError())).toBe("EIO: i/o error, read");
    expect(await readBack(fault.diskFull({ path: "*.txt" }))).toBe("an entry");
  });

  test("is whole after short writes, for those who go on", async () => {
    expect(await readBack(fault.partialWrite())).toBe("an entry");
  });

  test("comes in part to those who read once", async () => {
    const told = await under(fault.partialRead({ fraction: 0.25 }), async () => {
      await fs.promises.writeFile(path, "an entry");
      const file = await fs.promises.open(path);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
      await file.close();
      return buffer.subarray(0, bytesRead).toString();
    });
    expect(told).toBe("an");
  });

  test("is whole after short reads, for those who read on", async () => {
    const text = "0123456789".repeat(20_000);
    for (const fraction of [undefined, 0.3]) {
      const told = await under(fault.partialRead({ ...(fraction && { fraction }) }), async () => {
        fs.writeFileSync(path, text);
        let streamed = "";
        for await (const part of fs.createReadStream(path, "utf8")) streamed += String(part);
        const whole = [fs.readFileSync(path, "utf8"), await fs.promises.readFile(path, "utf8")];
        return String([...whole, streamed].every((one) => one === text));
      });
      expect(told).toBe("true");
    }
  });

  test("fails at once for a synchronous caller", async () => {
    const told = await under(fault.diskFull(), () => {
      fs.writeFileSync(path, "an entry");
      return Promise.resolve("written");
    });
    expect(told).toBe("ENOSPC: no space left on device, write");
  });

  test("is slow on a slow disk", async () => {
    const world = seededWorld();
    expect(
      await under(
        fault.slowDisk({ ms: 5_000 }),
        async () => {
          await fs.promises.writeFile(path, "an entry");
          return "written";
        },
        world,
      ),
    ).toBe("written");
    expect(world.nowUs).toBeGreaterThan(5_000_000);
  });
});

test("a slow disk leaves synchronous callers alone, and has not fired", async () => {
  const world = seededWorld();
  const struck = fault.slowDisk({ ms: 5_000 });
  let fires = 0;
  world.onFire = () => (fires += 1);
  const write = (): Promise<string> => {
    fs.writeFileSync(join(tmpdir(), "gauntlet-entries.log"), "an entry");
    return Promise.resolve("written");
  };
  expect(await under(struck, write, world)).toBe("written");
  expect({ fires, isLate: world.nowUs > 1_000_000 }).toEqual({ fires: 0, isLate: false });
});

// --- inside ---

async function under(
  struck: Fault,
  body: () => Promise<string>,
  world: SimWorld = seededWorld(),
): Promise<string> {
  const seam = seamOf(struck.seam);
  seam.inject(struck, 0);
  const told = async (): Promise<string> =>
    (async () => body())().catch((error: unknown) => (error as Error).message);
  return inWorld(told, world).finally(() => seam.reset());
}

interface Seen {
  readonly told: string;
  readonly served: number;
  readonly fires: number;
  /** In thousands of virtual milliseconds. */
  readonly ms: number;
}

async function fetchUnder(struck: Fault): Promise<Seen> {
  const world = seededWorld();
  let served = 0;
  let fires = 0;
  world.onFire = () => {
    fires += 1;
  };
  const seam = seamOf(struck.seam);
  const told = await inWorld(async () => {
    serve(world, "http://rates.example", () => {
      served += 1;
      return new Response("rates");
    });
    seam.inject(struck, 0);
    try {
      const response = await fetch(url);
      return `${response.status} ${await response.text()}`;
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { code?: string } };
      return `${message}: ${cause?.code ?? ""}`;
    }
  }, world).finally(() => seam.reset());
  return { told, served, fires, ms: Math.floor(world.nowUs / 1_000_000) };
}
