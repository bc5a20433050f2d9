/** What `listExpecting` orders by. It stays as it is, even if what is due is said in other words one day. */
export const EXPECTING = `CREATE INDEX IF NOT EXISTS {index}incoming_webhooks_by_due
  ON {table}incoming_webhooks ((CASE
    WHEN coalesce(CAST(more -> 'lastResult' ->> 'silentSince' AS numeric), 0) = 0 THEN CASE
      WHEN enabled AND coalesce(CAST(more ->> 'expectEvery' AS numeric), 0) > 0 THEN
        greatest(coalesce(CAST(more ->> 'expectedSince' AS numeric), 0),
          coalesce(CAST(more -> 'lastResult' ->> 'heardAt' AS numeric), 0))
        + coalesce(CAST(more ->> 'expectEvery' AS numeric), 0) * 1250 END
    WHEN coalesce(CAST(more -> 'lastResult' ->> 'silentSince' AS numeric), 0) < 0 THEN 0
    WHEN coalesce(CAST(more -> 'lastResult' ->> 'heardAt' AS numeric), 0)
      > coalesce(CAST(more -> 'lastResult' ->> 'silentSince' AS numeric), 0)
      THEN coalesce(CAST(more -> 'lastResult' ->> 'heardAt' AS numeric), 0) END));
`
