import type { Words } from './database.js'

/**
 * What lists of webhooks ask for and no field says. Indexes have the same expressions; a database that keeps
 * them in columns names these.
 */
export interface Computed {
  /** When something is to be told, as `WebhooksAdapter.listExpecting` says; null for nothing. */
  readonly dueAt: string
  /** Whether it was told that it is silent, or is being told. */
  readonly isSilent: string
  /** Whether the last request was refused or failed. */
  readonly isFailing: string
  /** In lower case, what a search looks through. */
  readonly searched: string
}

const NOTED = "more -> 'lastResult'"
const SEARCHED = "lower(display_name || ' ' || description || ' ' || key_hint || ' ' || "

/** `hasSlug`: whether the table has the column `more`. */
export function computedIn(words: Pick<Words, 'greatest'>, hasSlug = true): Computed {
  return {
    dueAt: dueAt(words),
    isSilent: `${number(NOTED, 'silentSince')} <> 0`,
    isFailing: `${NOTED} ->> 'outcome' IN ('refused', 'failed')`,
    searched: `${SEARCHED}${hasSlug ? "coalesce(more ->> 'slug', '')" : "''"})`,
  }
}

/** When the last request came. */
export const LAST_AT = number(NOTED, 'at')

/** When the previous key ends. */
export const PREVIOUS_KEY_ENDS = `CAST(previous_key ->> 'expiresAt' AS numeric)`

function dueAt({ greatest }: Pick<Words, 'greatest'>) {
  const told = number(NOTED, 'silentSince')
  const heardAt = number(NOTED, 'heardAt')
  const every = number('more', 'expectEvery')
  const since = `${greatest}(${number('more', 'expectedSince')}, ${heardAt})`
  return `(CASE WHEN ${told} = 0 THEN CASE WHEN enabled AND ${every} > 0 THEN ${since} + ${every} * 1250 END WHEN ${told} < 0 THEN 0 WHEN ${heardAt} > ${told} THEN ${heardAt} END)`
}

function number(from: string, name: string) {
  return `coalesce(CAST(${from} ->> '${name}' AS numeric), 0)`
}
