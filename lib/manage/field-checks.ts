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
  MAX_TEMPLATE_FIELDS,
  MAX_TEMPLATE_LENGTH,
} from '../model/limits.js'
import {
  type Check,
  inside,
  memberOf,
  refused,
  type SentValue,
  type ChecksFor,
} from '../model/sent.js'
import { isValue } from '../rules/event-rules.js'
import * as check from './checks.js'
import { faultIn } from '../formats/templates/template-format.js'
import {
  templateIn,
  type AnyField,
  type Field,
  fieldNames,
  type NamesField,
  type PeriodField,
  recordOf,
  splitNames,
  type TextField,
  type WireValue,
} from '../model/fields.js'
import { SLOTS, type Template, type TemplateField } from '../model/template.js'
import { isWebUrl } from '../text/links.js'
import { cleanName } from '../text/names.js'
import { isNetwork } from '../rules/networks.js'
import { CALLER_FIELDS, type CallerValues } from '../model/webhook-fields.js'

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

const SLOT = check.text({ most: MAX_TEMPLATE_LENGTH, clean: check.storable })

const ROW = check.object<TemplateField>({
  title: check.optional(SLOT, ''),
  value: check.text({
    most: MAX_TEMPLATE_LENGTH,
    ifEmpty: 'expected a text, such as {{customer.name}}',
    clean: check.storable,
  }),
})

const ROWS: Check<readonly TemplateField[]> = {
  schema: {
    ...json.listOf({ ...ROW.schema, additionalProperties: false }),
    maxItems: MAX_TEMPLATE_FIELDS,
  },
  read: (sent) => {
    if (!Array.isArray(sent.value)) throw refused(sent, 'expected a list of objects')
    return check.elementsOf(sent, MAX_TEMPLATE_FIELDS).map((row) => {
      check.onlyKnown(row, ['title', 'value'])
      return ROW.read(row)
    })
  },
}

const MEMBERS = check.someOf<Template>({
  title: SLOT,
  link: SLOT,
  color: SLOT,
  body: SLOT,
  fields: ROWS,
  incident: SLOT,
  state: SLOT,
})

/** The template of a webhook, without the slots that are empty. */
export const TEMPLATE: Check<Template> = {
  schema: MEMBERS.schema,
  read: (sent) => {
    const template = templateIn(MEMBERS.read(sent))
    if (template === null) throw refused(sent, `one of ${SLOTS.join(', ')} must not be empty`)
    const fault = faultIn(template)
    if (fault === null) return template
    const { slot, line, column, reason } = fault
    throw refused(inside(sent, slot, null), `line ${line}, column ${column}: ${reason}`)
  },
}

// For descriptions only: what is left of a name once it is cleaned decides.
const VISIBLE = '[^\\s\\x00-\\x1f\\x7f-\\x9f]'
const VISIBLE_WITHOUT_COMMA = `^[^,]*[^,\\s\\x00-\\x1f\\x7f-\\x9f][^,]*$`
/** Empty means no picture. */
const WEB_ADDRESS = {
  test: (address: string) => address === '' || isWebUrl(address),
  expected: 'expected an http or https URL',
  pattern: '^$|^https?://',
}
const NAME = {
  ifEmpty: 'expected a name without a comma',
  test: (name: string) => !name.includes(','),
  expected: 'expected a name without a comma',
  pattern: VISIBLE_WITHOUT_COMMA,
}
const NETWORK = {
  ifEmpty: 'expected an address',
  test: isNetwork,
  expected: 'expected an address or a network, such as 192.0.2.7 or 10.0.0.0/8',
}
/** As forms have them. */
const NAMES_IN_TEXT = { ...json.TEXT, description: 'Names with commas between them.' }
const MAX_RATE = 1_000_000

const PER_SECOND = check.that(
  { ...json.NUMBER, exclusiveMinimum: 0, maximum: MAX_RATE },
  (value): value is number => typeof value === 'number' && value > 0 && value <= MAX_RATE,
  `a number above 0 and up to ${MAX_RATE}`,
)

const RATE = check.object({ perSecond: PER_SECOND, burst: check.wholeNumber(1, MAX_RATE) })

/** What is absent is the default, unless it is required. */
export function checksOf<Values extends object>(fields: {
  readonly [Name in keyof Values]: Field<Values[Name]> & AnyField
}): ChecksFor<Values> {
  return recordOf<ChecksFor<Values>>(fieldNames(fields), (name) =>
    checkOf<Values[typeof name]>(fields[name]),
  )
}

/** Fields of a webhook. */
export const CALLER_CHECKS: ChecksFor<CallerValues> = checksOf<CallerValues>(CALLER_FIELDS)

function checkOf<Value>(field: Field<Value> & AnyField): Check<Value> {
  const { schema, read } = valueCheck(field)
  const own = { schema, read: (sent: SentValue) => field.fromWire(read(sent)) }
  return 'required' in field ? own : check.optional(own, field.initial)
}

function valueCheck(field: AnyField): Check<WireValue> {
  switch (field.kind) {
    case 'text':
      return textCheck(field)
    case 'flag':
      return check.FLAG
    case 'time':
      return check.wholeNumber(0)
    case 'period':
      return periodCheck(field)
    case 'choice':
      return check.choice(field.choices)
    case 'rate':
      return { schema: RATE.schema, read: (sent) => field.toWire(RATE.read(sent)) }
    case 'names':
      return namesCheck(field)
    case 'rules':
      return RULES
    case 'template':
      return TEMPLATE
  }
}

/** 0 is how forms leave it out. */
function periodCheck({ least, most }: PeriodField): Check<number> {
  const { schema, read } = check.wholeNumber(least, most)
  return {
    schema: { anyOf: [json.exactly(0), schema] },
    read: (sent) => (sent.value === 0 ? 0 : read(sent)),
  }
}

function textCheck({ most, shape, required }: TextField): Check<string> {
  if (shape === 'lines') return check.text({ most, clean: check.storable })
  if (shape === 'url') return check.text({ most, clean: check.storable, ...WEB_ADDRESS })
  const visible = { ifEmpty: `expected 1 to ${most} characters`, pattern: VISIBLE }
  return check.text({ most, clean: cleanName, ...(required ? visible : {}) })
}

function namesCheck({ mostNames, mostLetters, shape }: NamesField): Check<readonly string[]> {
  const name = check.text({
    most: mostLetters,
    clean: cleanName,
    ...(shape === 'networks' ? NETWORK : NAME),
  })
  return {
    schema: { anyOf: [{ ...json.listOf(name.schema), maxItems: mostNames }, NAMES_IN_TEXT] },
    read: (sent) => {
      const list = typeof sent.value === 'string' ? splitNames(sent.value) : sent.value
      if (!Array.isArray(list)) throw refused(sent, 'expected a list of names')
      if (list.length > mostNames) throw refused(sent, `at most ${mostNames} names`)
      return list.map((item: unknown, index) => name.read(inside(sent, `${index}`, item)))
    },
  }
}
