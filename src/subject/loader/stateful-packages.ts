/**
 * Packages that pool entropy, time or answers across calls, so that a run would see what another
 * one left: they are loaded fresh in each run, without being asked. ioredis 5, and so BullMQ,
 * reads a file once in a process; to load it in each run takes a third more time.
 */
export const statefulPackages: readonly string[] = [
  "bson",
  "bullmq",
  "engine.io",
  "ioredis",
  "mongodb",
  "nanoid",
  "nodemailer",
  "socket.io",
  "sql.js",
  "uid",
  "uuid",
];
