/**
 * Buckets change in place, which an index of when they are full kept them from, and half-filled pages have room
 * for: with three nodes, a token of one webhook takes a third of the time. All tokens of a bucket that wait are taken at once.
 */
export const SWEEPS = `DROP INDEX IF EXISTS {table}incoming_webhook_counters_by_end;
ALTER TABLE {table}incoming_webhook_counters SET (fillfactor = 50);
-- Takes so many tokens from each bucket, or what it has; full_ms is the time until it is full.
CREATE FUNCTION {table}incoming_webhook_take_all(names text[], empties double precision[],
  enoughs double precision[], tokens double precision[], counts integer[])
RETURNS TABLE (full_ms double precision, taken integer) LANGUAGE plpgsql AS $take$
#variable_conflict use_column
DECLARE
  n integer;
  at double precision;
  -- The most that a full bucket has.
  most integer;
  lacks double precision;
  all_taken boolean;
BEGIN
  FOR n IN 1 .. cardinality(names) LOOP
    at := extract(epoch FROM clock_timestamp()) * 1000;
    most := least(counts[n], floor(enoughs[n] / tokens[n]) + 1);
    -- The time is asked for again once the row is locked: nodes that wait for it would be early.
    INSERT INTO {table}incoming_webhook_counters AS counter (name, full_at, taken)
    VALUES (names[n], at + most * tokens[n], true)
    ON CONFLICT (name) DO UPDATE SET (full_at, taken) =
      (SELECT moment + lacks + CASE WHEN fits THEN most * tokens[n] ELSE 0 END, fits
       FROM (SELECT extract(epoch FROM clock_timestamp()) * 1000 AS moment) AS clock,
       LATERAL (VALUES (CASE WHEN counter.full_at - moment > 2 * empties[n] THEN 0
         ELSE least(greatest(counter.full_at - moment, 0), empties[n]) END)) AS before (lacks),
       LATERAL (SELECT lacks + (most - 1) * tokens[n] <= enoughs[n]) AS all_of_them (fits))
    RETURNING counter.full_at, counter.taken INTO lacks, all_taken;
    at := extract(epoch FROM clock_timestamp()) * 1000;
    lacks := lacks - at;
    IF NOT all_taken AND lacks <= enoughs[n] THEN
      most := least(most, floor((enoughs[n] - lacks) / tokens[n]) + 1);
      lacks := lacks + most * tokens[n];
      UPDATE {table}incoming_webhook_counters SET full_at = at + lacks, taken = true WHERE name = names[n];
    ELSIF NOT all_taken THEN
      most := 0;
    END IF;
    full_ms := lacks;
    taken := most;
    RETURN NEXT;
  END LOOP;
END $take$;
`
