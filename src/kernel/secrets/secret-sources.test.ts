import { expect, test } from "vitest";
import {
  secretsInAddress,
  secretsInEnvironment,
  secretsInHeader,
  secretsInQuery,
} from "./secret-sources.ts";

test("an environment has secrets by the names of its variables and inside of addresses", () => {
  const env = {
    OPENAI_API_KEY: "sk-one",
    GITHUB_TOKEN: "gh-two",
    AWS_SECRET_ACCESS_KEY: "aws-three",
    PGPASSWORD: "pg-four",
    DB_PASS: "db-five",
    DATABASE_URL: "postgres://shop:p%40ss-six@db/shop",
    SESSION_SECRET_V2: "seven",
    PWD: "/srv/shop",
    OLDPWD: "/srv",
    HOME: "/srv/shop",
    SSH_AUTH_SOCK: "/tmp/agent",
    API_URL: "https://api.test/v1?page=2",
    NONE: undefined,
  };
  expect(secretsInEnvironment(env)).toEqual([
    "sk-one",
    "gh-two",
    "aws-three",
    "pg-four",
    "db-five",
    "p%40ss-six",
    "p@ss-six",
    "seven",
  ]);
});

test("headers have keys without their scheme, passwords, and the values of cookies", () => {
  expect(secretsInHeader("Authorization", "Bearer abc.def")).toEqual(["abc.def"]);
  const basic = Buffer.from("shop:hünter2").toString("base64");
  expect(secretsInHeader("authorization", `Basic ${basic}`)).toEqual([basic, "hünter2"]);
  expect(secretsInHeader("X-Api-Key", "k-1")).toEqual(["k-1"]);
  expect(secretsInHeader("Cookie", "theme=dark; sid=abc123def456")).toEqual([
    "abc123def456",
    "abc123def456",
  ]);
  expect(secretsInHeader("Set-Cookie", "sid=abc123def456; Path=/; Max-Age=86400abc")).toEqual([
    "abc123def456",
    "abc123def456",
  ]);
  expect(secretsInHeader("content-type", "application/json")).toEqual([]);
});

test("addresses have a password and parameters that are named like keys or look like one", () => {
  expect(secretsInAddress("https://me:pass-1@host/?api_key=k1&q=tea")).toEqual([
    "pass-1",
    "pass-1",
    "k1",
  ]);
  expect(secretsInAddress("https://ghp1token2@host/")).toEqual(["ghp1token2", "ghp1token2"]);
  expect(secretsInAddress("https://host/a@b?x=1")).toEqual([]);
  expect(secretsInQuery("code=Abc123Def456Ghi789Jkl0&version=2024-10-01-preview")).toEqual([
    "Abc123Def456Ghi789Jkl0",
  ]);
  expect(secretsInQuery("pageToken=Abc&next_page_token=x1&token=t1&client-secret=s")).toEqual([
    "t1",
    "s",
  ]);
});
