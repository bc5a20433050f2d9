import { type EventRule, isRule } from './event-rules.js'
import { isTemplate, SLOTS, type Template } from './template.js'

/** A steady rate and a burst allowance, which refills once a minute. */
export interface RateLimit {
  /** Requests per second in the long run, above 0; may be a fraction. */
  readonly perSecond: number
  /** Requests that may arrive at once, an integer of at least 1. */
  readonly burst: number
}

/** A field of a record that never leaves the server. */
export interface HiddenField<Value> {
  /** Its default. */
  readonly initial: Value
  /** A value other than the default, for tests of stores. */
  readonly sample: Value
}

/** A field of a record, or a setting: its name and value in the API. */
export interface Field<Value> extends HiddenField<Value> {
  readonly kind:
    | 'text'
    | 'flag'
    | 'time'
    | 'period'
    | 'choice'
    | 'rate'
    | 'names'
    | 'rules'
    | 'template'
    | 'slug'
  readonly wire: string
  toWire(value: Value): WireValue
  /** Missing values and values of another type become `initial`. */
  readonly fromWire: (wire: unknown) => Value
}

export type WireValue =
  | string
  | number
  | boolean
  | null
  | Readonly<Record<string, number>>
  | readonly string[]
  | readonly EventRule[]
  | Template

export interface TextField extends Field<string> {
  readonly kind: 'text'
  /** Maximum length in code points. */
  readonly most: number
  /** Multi-line text, unchanged, or a URL. Other texts are one line and cleaned like names. */
  readonly shape?: 'lines' | 'url'
  readonly required?: true
}

export interface FlagField extends Field<boolean> {
  readonly kind: 'flag'
}

/** Milliseconds since 1970, 0 for never. */
export interface TimeField extends Field<number> {
  readonly kind: 'time'
}

/** Whole seconds, 0 for none. */
export interface PeriodField extends Field<number> {
  readonly kind: 'period'
  readonly least: number
  readonly most: number
}

export interface ChoiceField<Choice extends string = string> extends Field<Choice> {
  readonly kind: 'choice'
  readonly choices: readonly Choice[]
  /** Labels of choices whose name alone is not clear. */
  readonly words?: Readonly<Partial<Record<Choice, string>>>
}

/** Null means the default of the server. */
export interface RateField extends Field<RateLimit | null> {
  readonly kind: 'rate'
}

/** A list of names. */
export interface NamesField extends Field<readonly string[]> {
  readonly kind: 'names'
  readonly mostNames: number
  /** Maximum length of each in code points. */
  readonly mostLetters: number
  /** Each is the address of a computer or a network, such as `10.0.0.0/8`. */
  readonly shape?: 'networks'
}

/** Rules about events, in order. */
export interface RulesField extends Field<readonly EventRule[]> {
  readonly kind: 'rules'
}

/** How requests are shown; null without a template. */
export interface TemplateOfField extends Field<Template | null> {
  readonly kind: 'template'
}

/** A name that programs give; null without one. */
export interface SlugField extends Field<string | null> {
  readonly kind: 'slug'
}

/** A field of any kind that callers can change. */
export type AnyField =
  | TextField
  | FlagField
  | TimeField
  | PeriodField
  | ChoiceField
  | RateField
  | NamesField
  | RulesField
  | TemplateOfField

type Options<Kind extends HiddenField<unknown>> = Omit<
  Kind,
  'kind' | 'initial' | 'toWire' | 'fromWire'
> &
  Partial<Pick<Kind, 'initial'>>

type Make<Kind extends HiddenField<unknown>, Rules> = (
  options: Options<Kind> & Rules,
) => Kind & Rules

interface Kinds<Rules> {
  readonly text: Make<TextField, Rules>
  readonly flag: Make<FlagField, Rules>
  readonly time: Make<TimeField, Rules>
  readonly period: Make<PeriodField, Rules>
  /** The first choice is the default unless `initial` is given. */
  readonly choice: <Choice extends string>(
    choices: readonly [Choice, ...Choice[]],
    options: Omit<Options<ChoiceField<Choice>>, 'choices'> & Rules,
  ) => ChoiceField<Choice> & Rules
  readonly rate: Make<RateField, Rules>
  readonly names: Make<NamesField, Rules>
  readonly rules: Make<RulesField, Rules>
  readonly template: Make<TemplateOfField, Rules>
  readonly slug: Make<SlugField, Rules>
}

/** Constructors of fields for a table whose fields all have these additional rules. */
export function kinds<Rules extends object>(): Kinds<Rules> {
  return {
    text: (options) => ({ kind: 'text', ...plain('', options), ...options }),
    flag: (options) => ({ kind: 'flag', ...plain(false, options), ...options }),
    time: (options) => ({ kind: 'time', ...plain(0, options), ...options }),
    period: (options) => ({ kind: 'period', ...plain(0, options), ...options }),
    choice: (choices, options) => ({
      kind: 'choice',
      choices,
      initial: choices[0],
      toWire: asIs,
      fromWire: (wire) =>
        choices.find((choice) => choice === wire) ?? options.initial ?? choices[0],
      ...options,
    }),
    rate: (options) => ({
      kind: 'rate',
      initial: null,
      toWire: (rate) => rate && { per_second: rate.perSecond, burst: rate.burst },
      fromWire: rateFromWire,
      ...options,
    }),
    names: (options) => ({
      kind: 'names',
      initial: [],
      toWire: asIs,
      fromWire: namesFromWire,
      ...options,
    }),
    rules: (options) => ({
      kind: 'rules',
      initial: [],
      toWire: asIs,
      fromWire: (wire) => (Array.isArray(wire) ? wire.filter(isRule) : []),
      ...options,
    }),
    template: (options) => ({
      kind: 'template',
      initial: null,
      toWire: asIs,
      fromWire: templateIn,
      ...options,
    }),
    slug: (options) => ({
      kind: 'slug',
      initial: null,
      toWire: asIs,
      fromWire: (wire) => (typeof wire === 'string' ? wire : null),
      ...options,
    }),
  }
}

/** Values that the API has as they are. */
function plain<Value extends string | boolean | number>(
  usual: Value,
  { initial = usual }: { readonly initial?: Value },
): Pick<Field<Value>, 'initial' | 'toWire' | 'fromWire'> {
  return { initial, toWire: asIs, fromWire: (wire) => (isLike(wire, initial) ? wire : initial) }
}

function isLike<Value>(value: unknown, other: Value): value is Value {
  return typeof value === typeof other
}

function asIs<Value>(value: Value): Value {
  return value
}

function rateFromWire(wire: unknown): RateLimit | null {
  if (typeof wire !== 'object' || wire === null) return null
  if (!('per_second' in wire) || !('burst' in wire)) return null
  const { per_second: perSecond, burst } = wire
  return typeof perSecond === 'number' && typeof burst === 'number' ? { perSecond, burst } : null
}

// Also as one text, as they stand in a URL or a form.
function namesFromWire(wire: unknown): readonly string[] {
  if (typeof wire === 'string') return splitNames(wire)
  return Array.isArray(wire) ? wire.filter((name) => typeof name === 'string') : []
}

/** What a template says, in one order; null for nothing, and for anything else. */
export function templateIn(wire: unknown): Template | null {
  if (!isTemplate(wire)) return null
  const template = partOf<Template>(SLOTS, (slot) => {
    const text = wire[slot]
    return text === undefined || text.length === 0 ? undefined : text
  })
  return Object.keys(template).length > 0 ? template : null
}

/** Names that are separated by commas. */
export function splitNames(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** The values of a table's fields, by name. */
export type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends HiddenField<infer Value> ? Value : never
}

/** A table whose fields have these values. */
export type FieldsFor<Values> = { readonly [Name in keyof Values]: Field<Values[Name]> }
type HiddenFieldsFor<Values> = { readonly [Name in keyof Values]: HiddenField<Values[Name]> }

/** The names of a table or a record, in order. */
export function fieldNames<Table extends object>(table: Table): readonly (keyof Table & string)[] {
  return Object.keys(table).filter((name): name is keyof Table & string =>
    Object.hasOwn(table, name),
  )
}

/** A record with one value for each of its names. */
export function recordOf<Values extends object>(
  names: readonly (keyof Values & string)[],
  make: <Name extends keyof Values & string>(name: Name) => Values[Name],
): Values {
  const made = partOf<Values>(names, make)
  assertHolds(made, names)
  return made
}

/** The same, without names whose value is undefined. */
export function partOf<Values extends object>(
  names: readonly (keyof Values & string)[],
  make: <Name extends keyof Values & string>(name: Name) => Values[Name] | undefined,
): Partial<Values> {
  const made: Partial<Values> = {}
  for (const name of names) {
    const value = make(name)
    if (value !== undefined) made[name] = value
  }
  return made
}

function assertHolds<Values extends object>(
  made: Partial<Values>,
  names: readonly (keyof Values & string)[],
): asserts made is Values {
  if (!names.every((name) => Object.hasOwn(made, name))) throw new TypeError('a value is missing')
}

export function initialValues<Values extends object>(fields: HiddenFieldsFor<Values>): Values {
  return recordOf<Values>(fieldNames(fields), (name) => fields[name].initial)
}

export function sampleValues<Values extends object>(fields: HiddenFieldsFor<Values>): Values {
  return recordOf<Values>(fieldNames(fields), (name) => fields[name].sample)
}

/** The values, or those with these names, as members of a request or response body, without undefined ones. */
export function toWire<Values extends object>(
  fields: FieldsFor<Values>,
  values: Partial<Values>,
  names: readonly (keyof Values & string)[] = fieldNames(fields),
): Readonly<Record<string, WireValue>> {
  const write = (name: keyof Values): [string, WireValue][] => {
    const value = values[name]
    return value === undefined ? [] : [[fields[name].wire, fields[name].toWire(value)]]
  }
  return Object.fromEntries(names.flatMap(write))
}

/** The values of such members. */
export function fromWire<Values extends object>(
  fields: FieldsFor<Values>,
  wire: Readonly<Record<string, unknown>>,
): Values {
  return recordOf<Values>(fieldNames(fields), (name) =>
    fields[name].fromWire(wire[fields[name].wire]),
  )
}
