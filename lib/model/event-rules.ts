/** What becomes of the events of a webhook of which `when` holds. Stores keep it as JSON, as the API has it. */
export interface EventRule {
  /** A test for each fact, by its name; all must hold. Without any, it always holds. */
  readonly when: Readonly<Record<string, FactTest>>
  /** What becomes of the event. */
  readonly then: RuleEffect
}

/** A value to which one of an event is compared, as text. */
export type FactValue = string | number | boolean

/** One of these values, where `*` in a text stands for any characters; or all of what the object says. */
export type FactTest =
  | FactValue
  | readonly FactValue[]
  | {
      /** None of these. Also holds where the fact is not known. */
      readonly not?: FactValue | readonly FactValue[]
      /** A severity, or a number. */
      readonly at_least?: string | number
      /** Whether the fact is known. */
      readonly exists?: boolean
    }

/** What a rule does; at least one member. */
export interface RuleEffect {
  /** The event is not shown. */
  readonly skip?: true
  /** The id of the channel in which it is shown. */
  readonly channel?: string
  /** Who is notified: `@` and a name, `channel` or `here`. */
  readonly mention?: string
  /** How urgent its post is; `''` for standard. */
  readonly priority?: '' | 'important' | 'urgent'
  /** Whether nobody is notified. */
  readonly silent?: boolean
}

/** As it comes from a store. */
export function isRule(value: unknown): value is EventRule {
  return isNamed(value, 'when') && isNamed(value, 'then')
}

function isNamed(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  const member: unknown = Reflect.get(value, name)
  return typeof member === 'object' && member !== null
}

/** The facts that rules may ask for by name, besides `body.` and a path. */
export const FACT_NAMES = [
  'format',
  'event',
  'state',
  'branch',
  'label',
  'author',
  'severity',
  'environment',
  'service',
  'repository',
  'private',
] as const

/** Begins the names of facts that are values of the body: `body.alert.team`. */
export const BODY_FACT = 'body.'

/** From harmless to grave. */
export const SEVERITIES = ['debug', 'info', 'notice', 'warning', 'error', 'critical'] as const

const ALSO: Readonly<Record<(typeof SEVERITIES)[number], string>> = {
  debug: 'trace',
  info: 'information informational ok none low p5',
  notice: 'p4',
  warning: 'warn minor medium moderate average p3',
  error: 'err major high p2',
  critical: 'crit fatal severe disaster emergency panic alert highest p1',
}

const RANKS = new Map(
  SEVERITIES.flatMap((name, rank) =>
    [name, ...ALSO[name].split(' ')].map((word): [string, number] => [word, rank]),
  ),
)

/** How grave a sender's word is, from 0; null if the word is none of those. */
export function severityRank(word: string): number | null {
  return RANKS.get(word.trim().toLowerCase()) ?? null
}

/**
 * What is known of an event beside its name and its format: what rules of webhooks may ask for. A format
 * says which of them its events have. What the sender did not say is absent; an empty list of labels says
 * that there are none.
 */
export interface Facts {
  /** Whether an incident is `open`, `acknowledged` or `closed`. */
  readonly state?: string | undefined
  /** The branch; of a pull request, the one it goes to. */
  readonly branch?: string | undefined
  /** The names of its labels. */
  readonly label?: readonly string[] | undefined
  /** The login of who caused it. */
  readonly author?: string | undefined
  /** How serious it is, in the sender's word. */
  readonly severity?: string | undefined
  /** Where it happened, such as `production`. */
  readonly environment?: string | undefined
  /** What it is about, such as the name of a service. */
  readonly service?: string | undefined
  /** Owner and name of a repository. */
  readonly repository?: string | undefined
  /** Whether the repository is private. */
  readonly private?: boolean | undefined
}

/** Of what nothing is known. */
export const NO_FACTS: Facts = {}
