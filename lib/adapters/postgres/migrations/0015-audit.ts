/** Who did what to webhooks. */
export const AUDIT = `CREATE TABLE {table}chat_audit (
  place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  time bigint NOT NULL,
  event jsonb NOT NULL
);
`
