const ownLine = /src\/accounts\.ts:\d+/;

/**
 * One service in each framework, broken and fixed. `own` says that it has a service of its own and
 * not that of fixtures/service, `line` is what its story must name, `replays` how often it must
 * come out the same.
 */
export const projects = [
  {
    name: "nest",
    own: true,
    type: "commonjs",
    // What stands in for TypeORM's repository waits in the test; the story names who asked it.
    line: /Accounts\.save resumes.*\s+(at .*)?src\/accounts\.service\.ts:13/,
    replays: 10,
  },
  { name: "express", line: ownLine },
  { name: "fastify", line: ownLine },
  { name: "hono", line: ownLine },
  { name: "trpc", line: ownLine },
  { name: "apollo", line: ownLine },
  { name: "next", own: true, line: /update resumes.*app\/api\/accounts\/route\.ts:9/ },
];

/**
 * Projects without a test, for which `gauntlet init` writes one: it compiles there, `finding` is
 * what it finds in the broken one, and it holds `held` properties of the fixed one.
 */
export const starters = [
  {
    name: "nest-starter",
    type: "commonjs",
    folder: "test",
    dependencies: ["@nestjs/core"],
    finding: "POST /api/orders/:id/pay ends without a server error",
    held: 4,
  },
  {
    name: "next-starter",
    type: "commonjs",
    folder: "tests",
    dependencies: ["next"],
    finding: "Error: paid before",
    held: 5,
  },
];

/** What they are made with; installed once, for all of them. */
export const packages = {
  "@apollo/server": "5.5.1",
  "@hono/node-server": "2.1.6",
  "@nestjs/common": "12.5.0",
  "@nestjs/core": "12.5.0",
  "@nestjs/platform-express": "12.5.0",
  "@nestjs/typeorm": "12.0.2",
  "@trpc/server": "11.23.0",
  "@types/node": "20.19.43",
  "class-transformer": "0.5.1",
  "class-validator": "0.15.1",
  express: "5.3.0",
  "fast-check": "4.10.2",
  fastify: "5.12.8",
  graphql: "16.15.0",
  hono: "4.13.17",
  next: "16.4.6",
  "reflect-metadata": "0.2.2",
  rxjs: "7.8.2",
  typeorm: "1.1.1",
  typescript: "5.9.3",
};

/** The name of the property that every broken one breaks. */
export const finding = "no money appears or vanishes";
