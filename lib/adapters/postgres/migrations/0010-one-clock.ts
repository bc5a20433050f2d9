/**
 * Rate limits follow the clock of the server: the clocks of nodes differ. A bucket that is further ahead
 * than twice what it can lack was written by a clock that was set back since.
 */
export const ONE_CLOCK = `-- Takes a token from each bucket, in this order; full_ms is the time until it is full.
CREATE FUNCTION {table}incoming_webhook_take(names text[], empties double precision[],
  enoughs double precision[], tokens double precision[])
RETURNS TABLE (full_ms double precision, taken boolean) LANGUAGE plpgsql AS $take$
#variable_conflict use_column
DECLARE
  n integer;
  at double precision;
BEGIN
  FOR n IN 1 .. cardinality(names) LOOP
    at := extract(epoch FROM clock_timestamp()) * 1000;
    RETURN QUERY
      INSERT INTO {table}incoming_webhook_counters AS counter (name, full_at, taken)
      VALUES (names[n], at + tokens[n], true)
      ON CONFLICT (name) DO UPDATE SET (full_at, taken) =
        (SELECT at + lacks + CASE WHEN lacks <= enoughs[n] THEN tokens[n] ELSE 0 END,
           lacks <= enoughs[n]
         FROM (VALUES (CASE WHEN counter.full_at - at > 2 * empties[n] THEN 0
           ELSE least(greatest(counter.full_at - at, 0), empties[n]) END)) AS before (lacks))
      RETURNING counter.full_at - at, counter.taken;
  END LOOP;
END $take$;
-- What nodes of earlier versions call. Their clock says only when the bucket is full for them.
CREATE OR REPLACE FUNCTION {table}incoming_webhook_take(names text[], nows double precision[],
  empties double precision[], enoughs double precision[], tokens double precision[])
RETURNS TABLE (full_at double precision, taken boolean) LANGUAGE sql AS $take$
  SELECT nows[n] + full_ms, taken
  FROM {table}incoming_webhook_take(names, empties, enoughs, tokens)
    WITH ORDINALITY AS bucket (full_ms, taken, n)
  ORDER BY n
$take$;
`
