/** What the database holds at the start. */
export const schema = `
  CREATE TABLE accounts (
    id text PRIMARY KEY,
    balance integer NOT NULL CHECK (balance >= 0)
  );
  CREATE TABLE withdrawals (
    id bigserial PRIMARY KEY,
    account text NOT NULL REFERENCES accounts (id),
    amount integer NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
  );
  INSERT INTO accounts VALUES ('a', 100);
`;
