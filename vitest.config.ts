import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// `npm run test:long` and `npm run test:slow` set the mode: the same settings, other files. Slow are
// those that scan much; they come last where time is limited.
export default defineConfig(({ mode }) => ({
  resolve: {
    alias: [
      { find: /^gauntlet$/, replacement: fileURLToPath(new URL("src/index.ts", import.meta.url)) },
      {
        find: /^gauntlet\/hostile$/,
        replacement: fileURLToPath(new URL("src/cli/adapters/hostile/index.ts", import.meta.url)),
      },
    ],
  },
  test: {
    include: isLong(mode)
      ? [`src/**/*.${mode}.test.ts`, `test/**/*.${mode}.test.ts`]
      : ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: [
      "**/node_modules/**",
      "compiled/**",
      "dist/**",
      "test/conformance/fixtures/**",
      "test/strangers/fixtures/**",
      "test/frameworks/fixtures/**",
      "test/corpus/fixtures/**",
      ...(isLong(mode) ? [] : ["**/*.long.test.ts", "**/*.slow.test.ts"]),
    ],
    globalSetup: ["test/temporary-folder.global.ts"],
    setupFiles: ["test/temporary-folder.setup.ts", "test/seed.setup.ts", "test/loopback-only.mjs"],
    // Node loads what is built, as it does for users.
    server: { deps: { external: [/\/compiled\//u] } },
    watch: false,
    pool: "forks",
    // Left alone, vitest keeps one of two cores free; the long files often wait for a time limit.
    maxWorkers: isLong(mode) ? 3 : 2,
    testTimeout: isLong(mode) ? 300_000 : 30_000,
    hookTimeout: 60_000,
    // Two runs may happen at once in one tree, so nothing is cached on disk.
    cache: false,
    env: { NO_COLOR: "1", FORCE_COLOR: "0" },
  },
}));

function isLong(mode: string): boolean {
  return mode === "long" || mode === "slow";
}
