/** What is wrong with a function or class of the corpus. */
export interface PlantedBug {
  /** The kind of bug, for whoever reads a list of misses. */
  readonly kind: string;
  /** A part of the source line at which a finding points; left out where it points at none. */
  readonly where?: RegExp;
  /** A part of how the failure is told: its class, its message or the property that is broken. */
  readonly identity: RegExp;
}

const slip = /TypeError.*(Cannot read properties|is not a function)/;
const returns = /returns what it declares/;
const tooDeep = /Maximum call stack/;
const hangs = /timeout|memory|Invalid string length|does not do too much work/;

/**
 * Functions and classes with one bug each, by file and name. The modules say nothing about it: what
 * is wrong with them is written here alone.
 */
export const bugs: Readonly<Record<string, PlantedBug>> = {
  "money.ts:averageCents": {
    kind: "empty input",
    where: /reduce/,
    identity: /Reduce of empty array/,
  },
  "names.ts:initials": { kind: "empty input", where: /part\[0\]/, identity: slip },
  "csv.ts:readSheet": { kind: "an index that is not there", where: /cells\[at\]/, identity: slip },
  "query-string.ts:parseQuery": {
    kind: "inherited names in an object of names",
    where: /push\(rest/,
    identity: slip,
  },
  "text.ts:countWords": {
    kind: "inherited names in an object of names: a text where a number is declared",
    identity: returns,
  },
  "text.ts:highlight": {
    kind: "a pattern made of any text",
    where: /new RegExp/,
    identity: /SyntaxError.*Invalid regular expression/,
  },
  "text.ts:renderTemplate": { kind: "a loop without end", identity: hangs },
  "objects.ts:setPath": { kind: "prototype pollution", identity: /Object\.prototype/ },
  "objects.ts:mergeInto": { kind: "prototype pollution", identity: /Object\.prototype/ },
  "tree.ts:breadcrumb": { kind: "a loop without end on data in a circle", identity: hangs },
  "tree.ts:resolveAlias": {
    kind: "a recursion without end on data in a circle",
    where: /resolveAlias/,
    identity: tooDeep,
  },
  "lists.ts:chunk": { kind: "a loop without end for size 0", identity: hangs },
  "lists.ts:newestAccount": { kind: "undefined where an object is declared", identity: returns },
  "lists.ts:transpose": { kind: "empty input", where: /rows\[0\]/, identity: slip },
  "lists.ts:lowerBound": { kind: "a loop without end", identity: hangs },
  "spans.ts:mergeSpans": { kind: "undefined in a list of tuples", identity: returns },
  "numbers.ts:factorial": {
    kind: "a recursion without end below 0",
    where: /factorial/,
    identity: tooDeep,
  },
  "numbers.ts:gridPaths": {
    kind: "exponential growth",
    identity: /timeout|memory|Maximum call stack/,
  },
  "numbers.ts:encodeNumber": { kind: "a loop without end for no alphabet", identity: hangs },
  "duration.ts:parseDuration": { kind: "a match that may be none", where: /match/, identity: slip },
  "version.ts:compareVersions": {
    kind: "a part that may be missing",
    where: /localeCompare/,
    identity: slip,
  },
  "import-users.ts:importUsers": {
    kind: "a lost await",
    where: /toLowerCase/,
    identity: /rejected.*Cannot read properties/,
  },
  "sized-cache.ts:SizedCache": {
    kind: "state after set, delete, set",
    where: /bytes/,
    identity: slip,
  },
  "playlist.ts:Playlist": {
    kind: "state after add, add, next, remove",
    where: /tracks\[/,
    identity: slip,
  },
  "job-queue.ts:JobQueue": {
    kind: "state after push: a loop without end",
    identity: hangs,
  },
  "linked-list.ts:LinkedList": {
    kind: "state after push, shift, push",
    where: /link/,
    identity: slip,
  },
  "tokenizer.ts:Tokenizer": {
    kind: "the second call finds what the first left behind",
    where: /exec/,
    identity: slip,
  },
  "graph.ts:Graph": {
    kind: "a recursion without end after two calls",
    where: /for \(const next|isReachable/,
    identity: tooDeep,
  },
  "headers.ts:parseHeaders": { kind: "a part that may be missing", where: /trim/, identity: slip },
  "orders.ts:summarize": { kind: "a field that is missing", identity: returns },
  "loader.ts:ArticleLoader": {
    kind: "a promise that nobody listens to",
    where: /toUpperCase/,
    identity: /rejected.*Cannot read properties/,
  },
  "settings.ts:readPort": { kind: "JSON of another shape", where: /server/, identity: slip },
  "settings.ts:envNumber": { kind: "a text where a number is declared", identity: returns },
  "emitter.ts:Emitter": {
    kind: "state: off before on",
    where: /filter/,
    identity: slip,
  },
};

/**
 * Functions and classes that are right, also where a careless look says otherwise: guards of every
 * kind, work that grows with a count, programs that end or never do, types that say less or more
 * than values show.
 */
export const correct: readonly string[] = [
  ...of("money.ts", "parsePrice formatPrice percentOf applyDiscount splitBill formatCurrency"),
  ...of("names.ts", "displayName titleCase personFromForm commonestName"),
  ...of("csv.ts", "readLine writeLine"),
  ...of("query-string.ts", "formatQuery queryParam decodeSegment hostOf"),
  ...of("text.ts", "highlightPlain wrapText leftPad underline repeatText truncate renderOnce"),
  ...of("objects.ts", "mergeSettings getPath flattenSettings sameSettings"),
  ...of("tree.ts", "depthOf walkTree findNode taskOrder"),
  ...of("lists.ts", "range filled median mean extent groupBy first pluck sortBy permutations"),
  ...of("spans.ts", "clamp overlaps gaps"),
  ...of("numbers.ts", "sumTo formatBytes roundTo toRoman toCents gcd isPrime"),
  ...of("duration.ts", "formatDuration parseDay formatDay addDays byDate timeAgo"),
  ...of("version.ts", "parseVersion orderOf bump"),
  ...of("import-users.ts", "importCarefully importAll"),
  ...of("lru.ts", "Lru RingBuffer"),
  ...of("tokenizer.ts", "tokenize"),
  ...of("graph.ts", "reachable UnionFind"),
  ...of("headers.ts", "parseMediaType bearerToken"),
  ...of("orders.ts", "dearestLine withdraw OrderProcess"),
  ...of("loader.ts", "Memo"),
  ...of("settings.ts", "envFlag requireEnv readNames settingsSize withDefaults"),
  ...of("emitter.ts", "Topic"),
  ...of("connection.ts", "Connection Stack History"),
  ...of("timing.ts", "delay retry withTimeout Heartbeat Worker Latch Mutex debounce RateLimiter"),
  ...of("command.ts", "fail readCommand readOptions"),
  ...of("values.ts", "toUserId trustUserId levelOf isRecord messageOf invariant assertText"),
  ...of("values.ts", "createCounter log toHex fromHex linesOf once"),
  ...of("amount.ts", "Amount Circle Figure"),
  ...of("slug.ts", "slugify uniqueSlug paginate"),
];

// --- inside ---

function of(file: string, names: string): string[] {
  return names.split(" ").map((name) => `${file}:${name}`);
}
