const scripted = "a server of the test, by `net.createServer`, answers";
const simulated = "[`world.redis()`](#redis) answers";
const postgres = "[`world.postgres()`](#postgres) answers";
const pglite = { "@electric-sql/pglite": "0.5.16" };
const overPg = { pg: "8.23.1", ...pglite };
const bought = `two transactions for one seat at the same time; ${postgres}`;

/**
 * What is tried, in the order of the table: `fixtures/<subject>.chaos.mjs` uses `package`. A row
 * with `node` runs with that version of Node, and is a part of it; one with `host` may use the real
 * thing. `also` is installed beside, and `prepare` is run then, with `env`. What has more `weight`
 * takes longer and begins earlier. A row is complete by itself, because CI installs only a few.
 */
export const rows = [
  {
    subject: "websocket",
    package: "`WebSocket`",
    node: 24,
    also: { ws: "8.23.0" },
    does: "the global client",
  },
  { subject: "ws", version: "8.23.0", does: "clients and server, pings, close codes" },
  {
    subject: "socket.io",
    version: "4.8.4",
    also: { "socket.io-client": "4.8.4" },
    does: "polling, upgrade, acknowledgements",
  },
  {
    subject: "http2",
    package: "`node:http2`",
    node: 24,
    does: "client and server, two streams of one session",
  },
  {
    subject: "grpc-js",
    package: "@grpc/grpc-js",
    version: "1.14.7",
    does: "unary calls, a stream, errors",
  },
  { subject: "eventsource", version: "4.1.1", does: "events, reconnection with the last id" },
  {
    subject: "undici-eventsource",
    package: "undici `EventSource`",
    from: "undici",
    version: "7.30.2",
    does: "events, reconnection with the last id",
  },
  {
    subject: "worker-threads",
    package: "`node:worker_threads`",
    node: 24,
    does: "workers that compute and talk by messages",
  },
  { subject: "node-sqlite", package: "`node:sqlite`", node: 24 },
  { subject: "better-sqlite3", version: "12.11.1" },
  { subject: "sql.js", version: "1.15.2", does: "a database on the disk of the run" },
  {
    subject: "typeorm",
    version: "1.1.1",
    also: { "reflect-metadata": "0.2.2", "sql.js": "1.15.2" },
    does: "over sql.js",
  },
  {
    subject: "typeorm-postgres",
    package: "`typeorm` over `pg`",
    from: "typeorm",
    version: "1.1.1",
    also: { "reflect-metadata": "0.2.2", ...overPg },
    does: bought,
  },
  {
    subject: "prisma",
    package: "@prisma/client",
    version: "7.10.0",
    also: { prisma: "7.10.0", "@prisma/adapter-pg": "7.10.0", ...overPg },
    // Nothing but migrations starts the schema engine, which `generate` would download before it.
    prepare: ["npx", "prisma", "generate", "--schema", "prisma.prisma"],
    env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1" },
    does: `over \`@prisma/adapter-pg\`; ${bought}`,
    weight: 2,
  },
  { subject: "sequelize", version: "6.37.8", also: overPg, does: bought },
  { subject: "drizzle-orm", version: "0.45.4", also: overPg, does: `over \`pg\`; ${bought}` },
  { subject: "kysely", version: "0.28.18", also: overPg, does: `over \`pg\`; ${bought}` },
  { subject: "knex", version: "3.3.0", also: overPg, does: `over \`pg\`; ${bought}` },
  {
    subject: "ioredis",
    version: "5.11.1",
    does: `locks, transactions, scripts, expiry; ${simulated}; 6.0.0 is in the tests`,
  },
  { subject: "redis", version: "6.3.1", does: `keys, expiry, channels; ${simulated}` },
  { subject: "bullmq", version: "6.7.0", does: `delayed jobs, retries; ${simulated}`, weight: 2 },
  { subject: "pg", version: "8.23.1", also: pglite, does: bought },
  { subject: "postgres", version: "3.4.9", also: pglite, does: bought },
  { subject: "mysql2", version: "3.24.5", does: "a pool; its own `createServer` answers" },
  { subject: "mongodb", version: "7.8.0", does: scripted },
  { subject: "kafkajs", version: "2.2.4", does: `a producer; ${scripted}` },
  { subject: "amqplib", version: "2.3.1", does: `a channel with confirms; ${scripted}` },
  { subject: "axios", version: "1.21.1", does: "requests, an error status" },
  { subject: "got", version: "14.6.6", does: "a request that is tried again" },
  { subject: "node-fetch", version: "3.3.2", does: "requests, an error status" },
  { subject: "undici", version: "7.30.2", does: "`request` with a `RetryAgent`" },
  { subject: "superagent", version: "10.4.2", does: "a request that is tried again" },
  { subject: "express", version: "5.3.0", does: "two requests for one seat at the same time" },
  { subject: "fastify", version: "5.12.8", does: "two requests for one seat at the same time" },
  { subject: "koa", version: "3.2.1", does: "two requests for one seat at the same time" },
  {
    subject: "hono",
    version: "4.13.18",
    also: { "@hono/node-server": "2.1.8" },
    does: "two requests for one seat at the same time",
  },
  {
    subject: "nestjs",
    package: "@nestjs/core",
    version: "12.5.0",
    also: {
      "@nestjs/common": "12.5.0",
      "@nestjs/platform-express": "12.5.0",
      "reflect-metadata": "0.2.2",
      rxjs: "7.8.2",
    },
    does: "two requests for one seat at the same time",
  },
  {
    subject: "trpc",
    package: "@trpc/server",
    version: "11.23.0",
    also: { "@trpc/client": "11.22.1", zod: "4.6.7" },
    does: "two requests for one seat at the same time",
  },
  {
    subject: "apollo",
    package: "@apollo/server",
    version: "5.5.1",
    also: { graphql: "16.15.0" },
    does: "two requests for one seat at the same time",
  },
  { subject: "nodemailer", version: "10.4.0", does: "a letter to a mailbox of the test" },
  {
    subject: "aws-s3",
    package: "@aws-sdk/client-s3",
    version: "3.1164.0",
    does: "put and get, tried again; needs [`inline`](config.md)",
  },
  { subject: "stripe", version: "23.1.0", does: "a payment that is tried again with the same key" },
  { subject: "jsonwebtoken", version: "9.0.3", does: "a token that expires in virtual time" },
  { subject: "bcryptjs", version: "3.0.3", does: "two hashes at the same time" },
  { subject: "bcrypt", version: "6.0.0" },
  { subject: "pino", version: "10.4.0", does: "lines to a stream" },
  { subject: "winston", version: "3.19.0", does: "lines to a file" },
  { subject: "p-queue", version: "9.3.5", does: "concurrency and a rate limit" },
  {
    subject: "simple-git",
    version: "4.0.2",
    host: "proc",
    does: "the real `git`, with `--proc-backend host`; a replay starts none",
  },
  { subject: "zod", version: "4.6.7", does: "asynchronous checks" },
];
