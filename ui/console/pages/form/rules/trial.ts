import { listOf } from 'express-incoming-webhooks-ui'
import {
  BODY_FACT,
  type EventRule,
  FACT_NAMES,
  type FactValue,
  SEVERITIES,
} from '../../../../../lib/model/event-rules.js'
import { applyRules, isValue } from '../../../../../lib/rules/event-rules.js'
import type { LoggedRequest } from '../../../api/requests.js'

type Told = Pick<LoggedRequest, 'format' | 'event' | 'facts'>

function factOf({ format, event, facts }: Told, name: string): unknown {
  if (name === 'format') return format
  return name === 'event' ? event : facts[name]
}

/** To how many requests a rule would have applied, after those before it. Null: their bodies are not kept. */
export function countApplied(
  rules: readonly EventRule[],
  at: number,
  requests: readonly Told[],
): number | null {
  const asked = rules.slice(0, at + 1)
  if (asked.some((rule, place) => asksBody(rule) && (place === at || rule.then.skip))) return null
  return requests.filter((request) =>
    applyRules(asked, (name) => factOf(request, name)).applied.includes(at),
  ).length
}

function asksBody({ when }: EventRule) {
  return Object.keys(when).some((fact) => fact.startsWith(BODY_FACT))
}

/** Which facts requests have, and which they do not. */
export function factsIn(requests: readonly Told[]) {
  const isSeen = (name: string) =>
    requests.some((request) => valuesOf(factOf(request, name)).length > 0)
  return {
    seen: FACT_NAMES.filter(isSeen),
    others: FACT_NAMES.filter((name) => !isSeen(name)),
  }
}

const USUAL: Readonly<Record<string, readonly FactValue[]>> = {
  severity: SEVERITIES,
  private: [true, false],
  state: ['open', 'acknowledged', 'closed'],
}

/** Values that a fact had or may have. */
export function valuesSeen(name: string, requests: readonly Told[]): readonly FactValue[] {
  const seen = requests.flatMap((request) => valuesOf(factOf(request, name)))
  return [...new Set([...seen, ...(USUAL[name] ?? [])])]
}

function valuesOf(fact: unknown): readonly FactValue[] {
  return (Array.isArray(fact) ? listOf(fact) : [fact])
    .filter(isValue)
    .filter((value) => value !== '')
}
