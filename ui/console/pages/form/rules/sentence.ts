import { memberOf, parsed, textOf, wiresOf } from 'express-incoming-webhooks-ui'
import {
  type EventRule,
  type FactTest,
  type FactValue,
  type RuleEffect,
} from '../../../../../lib/model/event-rules.js'
import { fieldNames } from '../../../../../lib/model/fields.js'
import { isTest, isValue, listOf } from '../../../../../lib/rules/event-rules.js'

/** A rule as it is written in the form, where parts may still be missing. */
export interface Sentence {
  readonly tests: readonly Condition[]
  readonly effects: readonly Effect[]
}

/** `branch` `is not` `main, release/*`. */
export interface Condition {
  readonly fact: string
  readonly relation: Relation
  /** Values with commas between them. */
  readonly text: string
}

/** `post in` and the id of a channel. */
export interface Effect {
  readonly kind: EffectKind
  readonly text: string
}

export type EffectKind = keyof RuleEffect
export type Relation = keyof typeof RELATIONS

export const RELATIONS = {
  is: 'is',
  not: 'is not',
  atLeast: 'is at least',
  known: 'is known',
  unknown: 'is not known',
} as const

/** What is done, and the choices there are for it. */
export const EFFECTS: Readonly<
  Record<
    EffectKind,
    { readonly words: string; readonly choices?: Readonly<Record<string, string>> }
  >
> = {
  skip: { words: 'skip' },
  channel: { words: 'post in' },
  mention: { words: 'mention' },
  priority: {
    words: 'mark as',
    choices: { important: 'important', urgent: 'urgent', '': 'standard' },
  },
  silent: { words: 'post', choices: { true: 'silently', false: 'with notifications' } },
}

export function asksValue(relation: Relation): boolean {
  return relation !== 'known' && relation !== 'unknown'
}

/** As one text, which a form keeps. */
export function written(sentence: Sentence): string {
  return JSON.stringify(sentence)
}

export function sentenceIn(text: string): Sentence {
  const wire = parsed(text)
  return {
    tests: wiresOf(memberOf(wire, 'tests')).map((test) => ({
      fact: textOf(test, 'fact'),
      relation: oneOf(RELATIONS, textOf(test, 'relation')) ?? 'is',
      text: textOf(test, 'text'),
    })),
    effects: wiresOf(memberOf(wire, 'effects')).map((effect) => ({
      kind: oneOf(EFFECTS, textOf(effect, 'kind')) ?? 'skip',
      text: textOf(effect, 'text'),
    })),
  }
}

function oneOf<Table extends object>(table: Table, wanted: string) {
  return fieldNames(table).find((name) => name === wanted)
}

export function sentenceOf({ when, then }: EventRule): Sentence {
  return {
    tests: Object.entries(when).flatMap(([fact, test]) =>
      conditionsOf(test).map((condition) => ({ fact, ...condition })),
    ),
    effects: fieldNames(EFFECTS)
      .filter((kind) => (then[kind] ?? null) !== null)
      .map((kind) => ({ kind, text: String(then[kind]).replace(/^(?=channel$|here$)/, '@') })),
  }
}

function conditionsOf(test: FactTest): readonly Omit<Condition, 'fact'>[] {
  if (!isTest(test)) return [{ relation: 'is', text: textFor(test) }]
  const { not, at_least: least, exists } = test
  return [
    ...(not === undefined ? [] : [{ relation: 'not', text: textFor(not) } as const]),
    ...(least === undefined ? [] : [{ relation: 'atLeast', text: textFor(least) } as const]),
    ...(exists === undefined
      ? []
      : [{ relation: exists ? 'known' : 'unknown', text: '' } as const]),
  ]
}

export function ruleOf({ tests, effects }: Sentence): EventRule {
  const when: Record<string, FactTest> = {}
  for (const condition of tests) {
    const fact = condition.fact.trim()
    const before = when[fact]
    const test = testOf(condition)
    when[fact] =
      before !== undefined && isTest(before) && isTest(test) ? { ...before, ...test } : test
  }
  return {
    when,
    then: effects.reduce<RuleEffect>(
      (then, { kind, text }) => ({ ...then, ...MEANT[kind](text) }),
      {},
    ),
  }
}

function testOf({ relation, text }: Condition): FactTest {
  const values = valuesIn(text)
  const [first = ''] = values
  const wanted = values.length > 1 ? values : first
  switch (relation) {
    case 'is':
      return wanted
    case 'not':
      return { not: wanted }
    case 'atLeast':
      return { at_least: typeof first === 'number' ? first : String(first) }
    default:
      return { exists: relation === 'known' }
  }
}

const MEANT: Readonly<Record<EffectKind, (text: string) => RuleEffect>> = {
  skip: () => ({ skip: true }),
  channel: (channel) => ({ channel }),
  mention: (text) => {
    const name = text.trim().replace(/^@/, '')
    return { mention: name === 'channel' || name === 'here' ? name : `@${name}` }
  },
  priority: (text) => ({ priority: text === 'important' || text === 'urgent' ? text : '' }),
  silent: (text) => ({ silent: text !== 'false' }),
}

/** Between commas; what contains one is in double quotes. */
const VALUES = /"(?:[^"\\]|\\.)*"(?=\s*(?:,|$))|[^,\s][^,]*/g

export function valuesIn(text: string): readonly FactValue[] {
  return (text.match(VALUES) ?? []).map(valueOf).filter((value) => value !== '')
}

function valueOf(text: string): FactValue {
  const plain = text.trim()
  const value = parsed(plain)
  return isValue(value) && (typeof value === 'string' || String(value) === plain) ? value : plain
}

function textFor(values: FactValue | readonly FactValue[]) {
  return listOf(values).map(valueText).join(', ')
}

/** As it is typed. */
export function valueText(value: FactValue): string {
  const text = String(value)
  return typeof value === 'string' && /[",]|^\s|\s$/.test(value) ? JSON.stringify(value) : text
}

const OR = new Intl.ListFormat('en', { type: 'disjunction' })

/** `If branch is main or release/*, post in ~releases.` */
export function inWords(rule: EventRule, channelName: (id: string) => string): string {
  const { tests, effects } = sentenceOf(rule)
  const conditions = tests.map(({ fact, relation, text }) =>
    `${fact} ${RELATIONS[relation]} ${OR.format(valuesIn(text).map(String))}`.trim(),
  )
  const deeds = effects.map(({ kind, text }) => {
    const { words, choices = { true: '' } } = EFFECTS[kind]
    const object = kind === 'channel' ? `~${channelName(text)}` : (choices[text] ?? text)
    return `${words} ${object}`.trim()
  })
  const start = conditions.length === 0 ? 'Always' : `If ${conditions.join(' and ')},`
  return `${start} ${deeds.join(' and ')}.`
}

/** The list with another item in this place. */
export function withAt<Item>(list: readonly Item[], at: number, item: Item): readonly Item[] {
  return list.map((each, place) => (place === at ? item : each))
}

export function without<Item>(list: readonly Item[], at: number): readonly Item[] {
  return list.filter((_, place) => place !== at)
}
