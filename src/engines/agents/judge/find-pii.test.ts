import { expect, test } from "vitest";
import { findPii } from "./find-pii.ts";

test.each([
  ["mail ann.b+c@mail.example.co.uk now", "email address"],
  ["SSN 123-45-6789.", "SSN"],
  ["card 4111 1111 1111 1111", "card number"],
  ["card 5500-0055-5555-5559, thanks", "card number"],
  ["amex 378282246310005", "card number"],
  ["call (555) 123-4567", "phone number"],
  ["call 555-123-4567 today", "phone number"],
  ["call +44 20 7946 0958", "phone number"],
  ["call +15551234567", "phone number"],
  ["from 203.0.113.7", "IP address"],
  ["from 10.1.2.3:8080", "IP address"],
  ["from 2001:db8:85a3::8a2e:370:7334", "IP address"],
])("%s has an %s", (text, kind) => {
  expect(findPii(text)?.kind).toBe(kind);
});

test.each([
  "version 10.2.3.4 is out",
  "v1.2.3.4",
  "Chrome/120.0.0.0 Safari",
  "left-pad@1.2.3.4",
  "1.2.3.4.5",
  "999.1.1.1",
  "127.0.0.1",
  "order 4111 1111 1111 1112",
  "at 1731758400000",
  "000-12-3456 and 666-12-3456",
  "2026-11-16T12:30:45Z",
  "12:30:45",
  "std::vector and a::b",
  "user@host",
  "9781861972712 is a book",
  "the total is 1,234.56",
  "1234-555-123-4567-99",
])("%s tells of nobody", (text) => {
  expect(findPii(text)).toBeUndefined();
});
