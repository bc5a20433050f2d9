import {
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
import * as json from '../model/json-schema.js'
import { type Check, type ChecksFor, inside, refused, type SentValue } from '../model/sent.js'
import { isWebUrl } from '../text/links.js'
import { cleanName } from '../text/names.js'
import { isNetwork } from '../rules/networks.js'
import { CALLER_FIELDS, type CallerValues } from '../model/webhook-fields.js'
import { RULES } from './rule-checks.js'
import { TEMPLATE } from './template-checks.js'
import * as check from './checks.js'

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
