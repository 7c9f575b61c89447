/**
 * Parsers at a version with a published crash, hang or pollution, and at the version that mended
 * it. `fixtures/<name>.fuzz.mjs` reads with them and declares which errors they mean. `shows` is
 * what the published report does, by hand: what is wrong with it, or nothing. Where what the report
 * needs is small, or is a short piece many times, so must be what is found.
 */
export const packages = [
  {
    name: "json5",
    isSmall: true,
    broken: "2.2.1",
    fixed: "2.2.2",
    where: "CVE-2022-46175",
    shows: ({ parse }) =>
      Object.hasOwn(parse('{"__proto__":{"a":1}}'), "__proto__") ? undefined : "prototype chosen",
  },
  {
    name: "ini",
    isSmall: true,
    broken: "1.3.5",
    fixed: "1.3.6",
    where: "CVE-2020-7788",
    shows: ({ parse }) => {
      parse("[__proto__]\npolluted=1");
      return "polluted" in {} ? "Object.prototype changed" : undefined;
    },
  },
  {
    name: "decode-uri-component",
    isSmall: true,
    broken: "0.2.0",
    fixed: "0.2.2",
    where: "CVE-2022-38900",
    shows: (decode) => thrownBy(() => decode("%ea%ba%5a%ba")),
  },
  {
    name: "tough-cookie",
    broken: "4.1.2",
    fixed: "4.1.3",
    where: "CVE-2023-26136",
    shows: ({ CookieJar }) => {
      const jar = new CookieJar(undefined, { rejectPublicSuffixes: false });
      const options = { ignoreError: true };
      jar.setCookieSync("a=b; Domain=__proto__; Path=/polluted", "https://__proto__/", options);
      return "/polluted" in {} ? "Object.prototype changed" : undefined;
    },
  },
  {
    name: "xml2js",
    broken: "0.4.23",
    fixed: "0.5.0",
    where: "CVE-2023-0842",
    shows: ({ parseString }) => {
      let read = {};
      parseString("<__proto__><a>1</a></__proto__>", (_, result) => (read = result));
      return Object.hasOwn(read, "__proto__") ? undefined : "prototype chosen";
    },
  },
  {
    name: "fast-xml-parser",
    broken: "4.1.1",
    fixed: "4.1.2",
    where: "CVE-2023-26920",
    shows: ({ XMLParser }) => {
      const read = new XMLParser().parse("<__proto__><polluted>1</polluted></__proto__>");
      return "polluted" in read ? "prototype chosen" : undefined;
    },
  },
  {
    name: "plist",
    broken: "3.0.4",
    fixed: "3.0.5",
    where: "CVE-2022-22912",
    shows: ({ parse }) => {
      const inner = "<dict><key>polluted</key><true/></dict>";
      const text = `<plist version="1.0"><dict><key>__proto__</key>${inner}</dict></plist>`;
      try {
        return "polluted" in parse(text) ? "prototype chosen" : undefined;
      } catch {
        return undefined;
      }
    },
  },
  {
    name: "minimatch",
    isSmall: true,
    broken: "3.0.4",
    fixed: "3.0.5",
    where: "CVE-2022-3517",
    shows: ({ braceExpand }) => growthOf((n) => braceExpand("{".repeat(n))),
  },
  {
    name: "path-parse",
    isSmall: true,
    broken: "1.0.6",
    fixed: "1.0.7",
    where: "CVE-2021-23343",
    shows: ({ posix }) => growthOf((n) => posix(`${"/".repeat(n)}◎\n`)),
  },
  {
    name: "trim-newlines",
    isSmall: true,
    broken: "3.0.0",
    fixed: "3.0.1",
    where: "CVE-2021-33623",
    shows: ({ end }) => growthOf((n) => end(`${"\n".repeat(n)}x`)),
  },
  {
    name: "ansi-regex",
    isSmall: true,
    broken: "5.0.0",
    fixed: "5.0.1",
    where: "CVE-2021-3807",
    shows: (ansiRegex) => growthOf((n) => `\u001B[${";".repeat(n)}`.replace(ansiRegex(), "")),
  },
  {
    name: "http-cache-semantics",
    isSmall: true,
    broken: "4.1.0",
    fixed: "4.1.1",
    where: "CVE-2022-25881",
    shows: (CachePolicy) =>
      growthOf((n) => {
        const headers = { "cache-control": `x${" ".repeat(n)}x` };
        return new CachePolicy({ headers: {} }, { headers });
      }),
  },
];

// --- inside ---

function thrownBy(call) {
  try {
    call();
    return undefined;
  } catch (thrown) {
    return String(thrown);
  }
}

/** Processor time of a short and of a four times longer text: their ratio is 16 for a square. */
function growthOf(call) {
  const short = millisecondsOf(() => call(5_000));
  const long = millisecondsOf(() => call(20_000));
  if (long < 40 || long < short * 8) return undefined;
  return `four times the length takes ${Math.round(long / Math.max(1, short))} times as long`;
}

function millisecondsOf(call) {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
