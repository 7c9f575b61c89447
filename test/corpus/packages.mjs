// The packages of the corpus, each at one version, and the files of it that are scanned.
// `sources` says where its TypeScript lies: "shipped" in the package, or "maps" in its source maps,
// from where it is written to `sources/`. Without it, its JavaScript is scanned with its types:
// `types` are copied from where the package has them to where the files need them.
// `paths` are the aliases that its sources import by.
// `with` is installed beside the package: its peers, and types that it ships without.

export const packages = [
  {
    name: "@antfu/utils",
    version: "9.3.0",
    files: ["dist/index.mjs"],
    targets: words(`
      at capitalize clamp clampArrayRange deepMerge ensurePrefix ensureSuffix filterInPlace
      flattenArrayable getTypeName isDeepEqual last lerp mergeArrayable move objectId objectMap
      objectPick partition range remap remove sample slash sum template toArray unindent uniq
    `),
  },
  { name: "change-case", version: "5.4.4", files: ["sources/*.ts"], sources: "maps" },
  { name: "citty", version: "0.2.2", files: ["dist/index.mjs"] },
  {
    name: "compare-versions",
    version: "6.1.1",
    files: ["src/{compare,compareVersions,satisfies,validate}.ts"],
    sources: "shipped",
  },
  {
    name: "date-fns",
    version: "4.4.0",
    files: [
      "{addBusinessDays,clamp,closestTo,eachDayOfInterval,eachWeekOfInterval}.js",
      "{differenceInBusinessDays,formatDuration,formatISODuration,intervalToDuration}.js",
      "{getOverlappingDaysInIntervals,getWeekOfMonth,nextDay,parseISO,roundToNearestMinutes}.js",
    ],
  },
  { name: "defu", version: "6.1.7", files: ["dist/defu.mjs"] },
  {
    name: "es-toolkit",
    version: "1.53.2",
    files: [
      "dist/array/{chunk,countBy,fill,groupBy,keyBy,maxBy,orderBy,partition,pullAt}.mjs",
      "dist/array/{sample,sampleSize,sortBy,takeRight,toFilled,unzip,windowed,zip}.mjs",
      "dist/math/{clamp,inRange,inverseLerp,lerp,mean,meanBy,median,medianBy,percentile}.mjs",
      "dist/math/{random,randomInt,range,rangeRight,round,sum,sumBy}.mjs",
      "dist/string/{camelCase,deburr,pad,startCase,trim,trimEnd,words}.mjs",
    ],
  },
  { name: "fast-equals", version: "5.2.2", files: ["src/index.ts"], sources: "shipped" },
  { name: "fastest-levenshtein", version: "1.0.16", files: ["esm/mod.js"] },
  {
    name: "hono",
    version: "4.13.18",
    files: ["dist/utils/{accept,color,cookie,encode,html,ipaddr,mime,url}.js"],
    types: { "dist/types": "dist" },
  },
  { name: "itertools", version: "2.3.2", files: ["dist/index.js"] },
  { name: "ky", version: "2.1.0", files: ["distribution/utils/*.js"] },
  {
    name: "moderndash",
    version: "3.12.0",
    files: ["sources/{array,number,string}/*.ts"],
    sources: "maps",
    paths: { "@*": ["./sources/*"] },
  },
  {
    name: "ms",
    version: "2.1.3",
    files: ["index.js"],
    with: { "@types/ms": "2.1.0" },
    types: { "../../node_modules/@types/ms/index.d.ts": "index.d.ts" },
  },
  {
    name: "neverthrow",
    version: "8.2.0",
    files: ["dist/index.es.js"],
    types: { "dist/index.d.ts": "dist/index.es.d.ts" },
  },
  { name: "ohash", version: "2.0.12", files: ["dist/index.mjs", "dist/utils/index.mjs"] },
  { name: "path-to-regexp", version: "8.2.0", files: ["sources/*.ts"], sources: "maps" },
  { name: "pathe", version: "2.0.3", files: ["dist/index.mjs", "dist/utils.mjs"] },
  { name: "radash", version: "12.1.1", files: ["sources/*.ts"], sources: "maps" },
  { name: "radix3", version: "1.1.2", files: ["dist/index.mjs"] },
  {
    name: "remeda",
    version: "2.59.0",
    files: ["dist/index.js"],
    targets: words(`
      add capitalize ceil chunk clamp concat countBy difference drop dropLast fromEntries
      groupBy indexBy intersection invert mean median mergeDeep omit pick range round sample
      setPath sliceString sortedIndex splice split splitAt sum swapIndices take takeLast
      toKebabCase truncate unique zip
    `),
  },
  { name: "scule", version: "1.3.0", files: ["dist/index.mjs"] },
  { name: "split-on-first", version: "4.0.0", files: ["index.js"] },
  { name: "ts-pattern", version: "5.9.2", files: ["dist/index.js"] },
  { name: "ufo", version: "1.6.4", files: ["dist/index.mjs"] },
  {
    name: "valibot",
    version: "1.5.0",
    files: ["dist/index.mjs"],
    targets: words(`
      entriesFromList entriesFromObjects flatten getDefaults getDotPath getFallbacks is isOfKind
      isOfType isValiError parse safeParse digits creditCard toLowerCase toMinValue
    `),
  },
  {
    name: "@lukeed/ms",
    version: "2.0.2",
    files: ["dist/index.mjs"],
    types: { "index.d.ts": "dist/index.d.mts" },
  },
  { name: "camelcase", version: "8.0.0", files: ["index.js"] },
  {
    name: "clsx",
    version: "2.1.1",
    files: ["dist/clsx.mjs"],
    types: { "clsx.d.mts": "dist/clsx.d.mts" },
  },
  { name: "cookie", version: "1.0.2", files: ["dist/index.js"] },
  { name: "decamelize", version: "6.0.1", files: ["index.js"] },
  {
    name: "dequal",
    version: "2.0.3",
    files: ["dist/index.mjs"],
    types: { "index.d.ts": "dist/index.d.mts" },
  },
  { name: "escape-string-regexp", version: "5.0.0", files: ["index.js"] },
  { name: "indent-string", version: "5.0.0", files: ["index.js"] },
  { name: "leven", version: "4.1.0", files: ["index.js"] },
  {
    name: "mitt",
    version: "3.0.1",
    files: ["dist/mitt.mjs"],
    types: { "index.d.ts": "dist/mitt.d.mts" },
  },
  { name: "parse-ms", version: "4.0.0", files: ["index.js"] },
  { name: "pretty-bytes", version: "7.1.0", files: ["index.js"] },
  { name: "quick-lru", version: "7.3.0", files: ["index.js"] },
  { name: "shell-quote", version: "1.12.0", files: ["index.js"] },
  { name: "slugify", version: "1.6.6", files: ["slugify.js"] },
  { name: "tinyqueue", version: "3.0.0", files: ["index.js"] },
  { name: "title-case", version: "4.3.2", files: ["dist/index.js"] },
  { name: "yocto-queue", version: "1.2.2", files: ["index.js"] },
];

/** The first of these are what a sample scans: few functions, and findings among them. */
export const sampleOrder = ["fastest-levenshtein", "split-on-first", "leven", "defu", "citty"];

/** Small services of our own, with what the packages do not have: frameworks and connections. */
export const services = [
  { name: "express", folder: "express", files: ["src"] },
  { name: "nestjs", folder: "nestjs", files: ["src"] },
];

// --- inside ---

function words(text) {
  return text.trim().split(/\s+/);
}
