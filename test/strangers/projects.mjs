/**
 * The projects, each as its team would have it. `folder` is where it lies, `inside` the package
 * that is tested, `finding` what the first exploration must name, `test` what runs its test.
 */
export const projects = [
  {
    name: "vite-vitest",
    folder: "my project",
    chaos: "src/chaos/coupons.chaos.ts",
    finding: "a coupon is redeemed once",
    test: ["vitest", "run"],
  },
  {
    name: "jest-commonjs",
    chaos: "test/payments.chaos.ts",
    finding: "an order is charged once",
    test: ["jest"],
    runs: 40,
  },
  {
    name: "node-test",
    folder: "café",
    chaos: "test/wallet.chaos.ts",
    finding: "no money appears or vanishes",
    test: ["node", "--test", "test/wallet.test.js"],
    // The line of the user's test, not one of ours.
    red: /wallet\.test\.js:3:1/,
  },
  {
    name: "pnpm-workspace",
    manager: "pnpm",
    inside: "packages/api",
    chaos: "test/shelf.chaos.ts",
    finding: "no article appears or vanishes",
    test: ["vitest", "run"],
  },
  {
    name: "yarn",
    manager: "yarn",
    chaos: "test/outbox.chaos.ts",
    finding: "a mail arrives",
    test: ["node", "--test", "test/outbox.test.mjs"],
    runs: 40,
    // Version 1 does not know `libc`, and so installs each native part twice on Linux: the goals
    // are missed, and nothing of ours can change that.
    limits: { mb: 40, packages: 13 },
  },
  {
    name: "nestjs",
    chaos: "test/accounts.chaos.ts",
    finding: "no account is overdrawn",
    test: ["jest"],
  },
  {
    name: "next-routes",
    chaos: "test/seats.chaos.ts",
    finding: "a seat is sold once",
    test: ["node", "--test", "test/seats.test.mjs"],
  },
  {
    name: "aliases-tsx",
    folder: "path aliases",
    chaos: "test/limiter.chaos.ts",
    finding: "three calls pass in ten seconds",
    test: ["node", "--import", "tsx", "--test", "test/limiter.test.ts"],
    // tsx puts all on one line, and node:test says of every test where it is there.
    red: /test[\\/]limiter\.test\.ts:\d+:\d+/,
  },
];

/** How each package manager is told things; they run as npx fetches them. */
export const managers = {
  npm: {
    install: ["npm", "install", "--no-audit", "--no-fund"],
    add: ["npm", "install", "--no-audit", "--no-fund", "--save-dev"],
    remove: ["npm", "uninstall", "--no-audit", "--no-fund"],
  },
  pnpm: {
    install: ["npx", "-y", "pnpm@10.34.9", "install"],
    add: ["npx", "-y", "pnpm@10.34.9", "add", "--save-dev"],
    remove: ["npx", "-y", "pnpm@10.34.9", "remove"],
  },
  yarn: {
    install: ["npx", "-y", "yarn@1.22.22", "install"],
    add: ["npx", "-y", "yarn@1.22.22", "add", "--dev"],
    remove: ["npx", "-y", "yarn@1.22.22", "remove"],
  },
};
