import {
  type EventRule,
  type FactTest,
  type FactValue,
  type RuleEffect,
  severityRank,
} from '../model/event-rules.js'

/** What the rules of a webhook say of an event. What no rule names is absent. */
export interface Ruled extends RuleEffect {
  /** The indexes of those that hold, in order. */
  readonly applied: readonly number[]
}

/** What rules are asked about: the value of a fact, or undefined. */
export type FactOf = (name: string) => unknown

export const NO_RULES: Ruled = { applied: [] }

/** All rules that hold apply in order, up to one that skips; the first that names something decides it. */
export function applyRules(rules: readonly EventRule[], factOf: FactOf): Ruled {
  if (rules.length === 0) return NO_RULES
  const applied: number[] = []
  let decided: RuleEffect = {}
  for (const [place, { when, then }] of rules.entries()) {
    if (!holds(when, factOf)) continue
    applied.push(place)
    decided = { ...then, ...decided }
    if (then.skip) break
  }
  return { ...decided, applied }
}

function holds(when: EventRule['when'], factOf: FactOf) {
  for (const name of Object.keys(when)) {
    const test = when[name]
    if (test !== undefined && !passes(name, test, factOf(name))) return false
  }
  return true
}

function passes(name: string, test: FactTest, fact: unknown) {
  const values = valuesOf(fact)
  if (!isTest(test)) return hasAny(name, values, listOf(test))
  const { not, at_least: least, exists } = test
  if (exists !== undefined && (values !== null) !== exists) return false
  if (not !== undefined && hasAny(name, values, listOf(not))) return false
  return least === undefined || (values?.some((value) => reaches(value, least)) ?? false)
}

/** Whether a fact, which may be a list, has one of these values. */
export function isAnyOf(wanted: readonly FactValue[], fact: unknown): boolean {
  return hasAny('', valuesOf(fact), wanted)
}

function hasAny(name: string, values: readonly string[] | null, wanted: readonly FactValue[]) {
  if (values === null) return false
  return wanted.some((each) => values.some((value) => covers(name, String(each), value)))
}

/** The values of a fact as texts; null if it is not known. */
function valuesOf(fact: unknown): readonly string[] | null {
  if (fact === undefined || fact === null || fact === '') return null
  if (!Array.isArray(fact)) return isValue(fact) ? [String(fact).slice(0, LONGEST)] : []
  const values: readonly unknown[] = fact.slice(0, MOST_VALUES)
  return values.filter(isValue).map((value) => String(value).slice(0, LONGEST_OF_MANY))
}

/** Values of a list that are compared, the characters of each, and of a value that is alone. */
const MOST_VALUES = 50
const LONGEST_OF_MANY = 256
const LONGEST = 1_000

export function isValue(value: unknown): value is FactValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

export function isTest(
  test: FactTest,
): test is Exclude<FactTest, FactValue | readonly FactValue[]> {
  return typeof test === 'object' && !Array.isArray(test)
}

export function listOf(wanted: FactValue | readonly FactValue[]): readonly FactValue[] {
  return isValue(wanted) ? [wanted] : wanted
}

/** Words of a few, which senders also write in capitals. */
const WORDS = new Set(['format', 'event', 'state', 'severity'])

function covers(name: string, wanted: string, value: string) {
  if (!WORDS.has(name)) return fits(wanted, value)
  const [word, own] = [wanted.toLowerCase(), value.toLowerCase()]
  // As in the webhook's `events`.
  return fits(word, own) || (name === 'event' && own.startsWith(`${word}.`))
}

/** Whether a text is this one, in which `*` stands for any characters. */
export function fits(pattern: string, text: string): boolean {
  if (!pattern.includes('*')) return pattern === text
  const [start = '', ...parts] = pattern.split('*')
  const end = parts.pop() ?? ''
  if (!text.startsWith(start)) return false
  let at = start.length
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length >= at + end.length && text.endsWith(end)
}

function reaches(value: string, least: string | number) {
  if (typeof least === 'number') return value.trim() !== '' && Number(value) >= least
  const [own, wanted] = [severityRank(value), severityRank(least)]
  return own !== null && wanted !== null && own >= wanted
}
