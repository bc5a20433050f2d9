import {
  BODY_FACT,
  type EventRule,
  FACT_NAMES,
  type FactTest,
  type FactValue,
  type RuleEffect,
  severityRank,
  SEVERITIES,
} from '../model/event-rules.js'
import * as json from '../model/json-schema.js'
import { isObject, isOneOf } from '../model/json.js'
import {
  MAX_RULE_TESTS,
  MAX_RULES,
  MAX_RULES_LENGTH,
  MAX_TEST_LENGTH,
  MAX_TEST_VALUES,
} from '../model/limits.js'
import { type Check, inside, memberOf, refused, type SentValue } from '../model/sent.js'
import { isValue } from '../rules/event-rules.js'
import * as check from './checks.js'

const VALUE = check.that(
  { anyOf: [{ ...json.TEXT, maxLength: MAX_TEST_LENGTH }, json.NUMBER, json.FLAG] },
  (value): value is FactValue =>
    isValue(value) && value !== '' && `${value}`.length <= MAX_TEST_LENGTH,
  `a text of at most ${MAX_TEST_LENGTH} characters, a number, true or false`,
)

const VALUES: Check<FactValue | readonly FactValue[]> = {
  schema: {
    anyOf: [VALUE.schema, { ...json.listOf(VALUE.schema), minItems: 1, maxItems: MAX_TEST_VALUES }],
  },
  read: (sent) => {
    if (!Array.isArray(sent.value)) return VALUE.read(sent)
    if (sent.value.length === 0) throw refused(sent, 'expected at least one value')
    return check.elementsOf(sent, MAX_TEST_VALUES).map(VALUE.read)
  },
}

const LEAST = check.that(
  { anyOf: [json.NUMBER, json.oneOf(SEVERITIES)] },
  (value): value is string | number =>
    typeof value === 'number' || (typeof value === 'string' && severityRank(value) !== null),
  `a number, or one of ${SEVERITIES.join(', ')}`,
)

type Tests = Exclude<FactTest, FactValue | readonly FactValue[]>

const TEST = check.someOf<Tests>({ not: VALUES, at_least: LEAST, exists: check.FLAG })

const MENTION = /^(?:@(?!all$)[^\s@\x00-\x1f\x7f-\x9f]{1,128}|channel|here)$/u
/** As people write them. */
const WIDE = /^@(?=(?:channel|here)$)/
const PRIORITIES = ['', 'important', 'urgent'] as const

const EFFECT = check.someOf<RuleEffect>({
  skip: check.that(json.exactly(true), (value): value is true => value === true, 'true'),
  channel: check.text({
    most: MAX_TEST_LENGTH,
    ifEmpty: 'expected the name or the id of a channel',
    clean: check.trimmed,
  }),
  mention: check.matching(MENTION, 'expected @ and a name, channel or here', (sent) =>
    sent.trim().replace(WIDE, ''),
  ),
  priority: check.choice(PRIORITIES),
  silent: check.FLAG,
})

/** The rules of a webhook. A channel is still as it was sent. */
export const RULES: Check<readonly EventRule[]> = {
  schema: {
    ...json.listOf(
      json.objectOf({
        when: {
          type: 'object',
          description:
            'Facts by name, each with a value, a list of values of which one must be met, or an object with `not`, `at_least` or `exists`.',
          additionalProperties: {
            anyOf: [VALUES.schema, TEST.schema],
          },
        },
        then: EFFECT.schema,
      }),
    ),
    maxItems: MAX_RULES,
  },
  read: (sent) => {
    if (!Array.isArray(sent.value)) throw refused(sent, 'expected a list of rules')
    const rules = check.elementsOf(sent, MAX_RULES).map((rule) => {
      check.onlyKnown(rule, ['when', 'then'])
      return { when: readTests(memberOf(rule, 'when')), then: EFFECT.read(memberOf(rule, 'then')) }
    })
    if (JSON.stringify(rules).length <= MAX_RULES_LENGTH) return rules
    throw refused(sent, `at most ${MAX_RULES_LENGTH} characters as JSON`)
  },
}

function readTests(sent: SentValue): EventRule['when'] {
  if (!isObject(sent.value)) throw refused(sent, 'expected an object of tests; {} always holds')
  const names = Object.keys(sent.value)
  if (names.length > MAX_RULE_TESTS) throw refused(sent, `at most ${MAX_RULE_TESTS} tests`)
  return Object.fromEntries(
    names.map((name) => {
      if (!isFactName(name)) throw refused(sent, unknownFact(name))
      return [name, readTest(inside(sent, name, Reflect.get(sent.value ?? {}, name)), name)]
    }),
  )
}

function isFactName(name: string): boolean {
  if (!name.startsWith(BODY_FACT)) return isOneOf(FACT_NAMES)(name)
  return name.length <= MAX_TEST_LENGTH && name.split('.').every((part) => part !== '')
}

function unknownFact(name: string): string {
  const shown = /^[\w.-]{1,40}$/.test(name) ? `${name} is not a fact` : 'not a fact'
  return `${shown}; facts are ${FACT_NAMES.join(', ')}, and body. with a path, such as body.alert.team`
}

function readTest(sent: SentValue, name: string): FactTest {
  if (!isObject(sent.value)) return VALUES.read(sent)
  const test = TEST.read(sent)
  if (test.at_least !== undefined && name !== 'severity' && !name.startsWith(BODY_FACT)) {
    throw refused(memberOf(sent, 'at_least'), 'goes with severity and with values of the body')
  }
  return test
}
