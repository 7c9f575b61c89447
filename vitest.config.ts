import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// `npm run test:long` sets the mode: the same settings, but only the files that take minutes.
export default defineConfig(({ mode }) => ({
  resolve: {
    alias: [
      { find: /^gauntlet$/, replacement: fileURLToPath(new URL("src/index.ts", import.meta.url)) },
    ],
  },
  test: {
    include:
      mode === "long"
        ? ["src/**/*.long.test.ts", "test/**/*.long.test.ts"]
        : ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: [
      "**/node_modules/**",
      "dist/**",
      "test/conformance/fixtures/**",
      ...(mode === "long" ? [] : ["**/*.long.test.ts"]),
    ],
    watch: false,
    pool: "forks",
    // Left alone, vitest keeps one of two cores free; the long files often wait for a time limit.
    maxWorkers: mode === "long" ? 3 : 2,
    testTimeout: mode === "long" ? 300_000 : 30_000,
    hookTimeout: 60_000,
    // Two runs may happen at once in one tree, so nothing is cached on disk.
    cache: false,
    env: { NO_COLOR: "1", FORCE_COLOR: "0" },
  },
}));
