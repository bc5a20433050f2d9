import { fieldNames, recordOf } from '../model/fields.js'
import { isObject } from '../model/json.js'
import type { HookWarning } from '../model/records.js'
import { WrongResult } from './wrong-result.js'

/** What a member of a record has to be. */
export interface Member<Value> {
  readonly is: (value: unknown) => value is Value
  /** As the error says it. */
  readonly expected: string
  /** What stands for a missing one and for null. Undefined: it must be there. */
  readonly absent?: Value | undefined
}

/** The members of a record, in the order in which they are read. */
export type Members<T> = { readonly [Name in keyof T]-?: Member<T[Name]> }

/** Where a record has a member. Default: under its name. */
type StoredIn = (record: Record<string, unknown>, name: string) => unknown

export function member<Value>(
  expected: string,
  is: Member<Value>['is'],
  absent?: Value,
): Member<Value> {
  return { expected, is, absent }
}

export function orAbsent<Value>({ expected, is }: Member<Value>): Member<Value | undefined> {
  return member(expected, (value) => value === undefined || is(value))
}

export function orNull<Value>({ expected, is }: Member<Value>): Member<Value | null> {
  return member(expected, (value) => value === null || is(value), null)
}

/** Whether a value is a record with these members. The others are as the host likes. */
export function holds<T extends object>(
  members: Partial<Members<T>>,
): (value: unknown) => value is T {
  const checks = fieldNames(members).map((name) => [name, members[name]?.is] as const)
  return (value): value is T => {
    if (!isObject(value)) return false
    for (const [name, is] of checks) if (!is?.(value[name])) return false
    return true
  }
}

/** A record with exactly these members. Throws `WrongResult`, also if the value is not `what`. */
export function readMembers<T extends object>(
  what: string,
  value: unknown,
  members: Members<T>,
  storedIn: StoredIn = (record, name) => record[name],
): T {
  if (!isObject(value)) throw new WrongResult('', what, value)
  return recordOf<T>(fieldNames(members), (name) => {
    const { is, expected, absent } = members[name]
    const found = storedIn(value, name)
    if (absent !== undefined && (found === undefined || found === null)) return absent
    if (is(found)) return found
    throw new WrongResult(name, expected, found)
  })
}

/** Reads records of which these members must be texts. */
export function withTexts<T extends object>(
  what: string,
  ...names: readonly (keyof T & string)[]
): (value: unknown) => T {
  const isWhole = (value: unknown): value is T =>
    isObject(value) && names.every((name) => isText(value[name]))
  return (value) => {
    if (isWhole(value)) return value
    if (!isObject(value)) throw new WrongResult('', what, value)
    const name = names.find((each) => !isText(value[each])) ?? ''
    throw new WrongResult(name, TEXT.expected, value[name])
  }
}

export const TEXT = member('a string', isText)
/** Empty, if there is none. */
export const MAYBE_TEXT = member(TEXT.expected, isText, '')
export const NUMBER = member('a number', isFinite)
export const FLAG = member('a boolean', (value) => typeof value === 'boolean')

export function isListOf<Item>(
  is: (value: unknown) => value is Item,
): (value: unknown) => value is Item[] {
  return (value): value is Item[] => Array.isArray(value) && value.every(is)
}

export const isTexts = isListOf(isText)

export function isFinite(value: unknown): value is number {
  return Number.isFinite(value)
}

export const isWarnings = isListOf(holds<HookWarning>({ path: TEXT, reason: TEXT }))

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
