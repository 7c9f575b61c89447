const ownLine = /src\/accounts\.ts:\d+/;

/**
 * One service in each framework, broken and fixed. `own` says that it has a service of its own and
 * not that of fixtures/service, `line` is what its story must name, `replays` how often it must
 * come out the same.
 */
export const projects = [
  // Its stories end where TypeORM's repository is stood in for.
  {
    name: "nest",
    own: true,
    type: "commonjs",
    line: /Accounts\.save goes on.*\s+(at .*)?accounts\.chaos\.ts:\d+/,
    replays: 10,
  },
  { name: "express", line: ownLine },
  { name: "fastify", line: ownLine },
  { name: "hono", line: ownLine },
  { name: "trpc", line: ownLine },
  { name: "apollo", line: ownLine },
  { name: "next", own: true, line: /update goes on.*accounts\.chaos\.ts:\d+/ },
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
  express: "5.3.0",
  "fast-check": "4.10.2",
  fastify: "5.12.8",
  graphql: "16.15.0",
  hono: "4.13.17",
  next: "16.4.6",
  "reflect-metadata": "0.2.2",
  rxjs: "7.8.2",
  typeorm: "1.1.1",
};

/** The name of the property that every broken one breaks. */
export const finding = "no money appears or vanishes";
