import { isObject } from '../model/json.js'
import { WrongResult } from './wrong-result.js'

/** The method of a host whose result is read. */
export interface HostCall {
  /** `posts.createBatch`, for example. */
  readonly method: string
  /** Logs what is wrong, once per method. */
  readonly tell: (
    code:
      | 'EIW_ADAPTER_MEMBER'
      | 'EIW_ADAPTER_RESULT'
      | 'EIW_NOT_BOOLEAN'
      | 'EIW_SETTINGS_INCOMPLETE',
    fields: Readonly<Record<string, unknown>>,
  ) => void
}

/** Makes exactly a `T` of the result of a call with these arguments, or throws `WrongResult`. */
export type Read<T> = (value: unknown, asked: HostCall, args?: readonly unknown[]) => T

// Database clients without types answer `undefined` as well.
export function orNull<T>(read: Read<T>): Read<T | null> {
  return (value, asked) => (value === null || value === undefined ? null : read(value, asked))
}

interface WithId {
  readonly id: string
}

/** The record with the id that the call asked for: some databases find 7 for "7abc", which senders may write. */
export function byId<T extends WithId>(read: Read<T>): Read<T | null> {
  const readAny = orNull(read)
  return (value, asked, [id] = []) => {
    const found = readAny(value, asked)
    return found?.id === id ? found : null
  }
}

/** Those of the records whose ids the call asked for. */
export function byIds<T extends WithId>(read: Read<T>): Read<readonly T[]> {
  const readAll = listOf(read)
  return (value, asked, [ids] = []) => {
    const wanted = new Set<unknown>(Array.isArray(ids) ? ids : [])
    return readAll(value, asked).filter(({ id }) => wanted.has(id))
  }
}

export function listOf<T>(read: Read<T>): Read<readonly T[]> {
  return (value, asked) => {
    if (Array.isArray(value)) return value.map((each) => read(each, asked))
    throw new WrongResult('', 'a list', value)
  }
}

/** A part of a list. */
export interface Page<Item> {
  /** Those of this page. */
  readonly items: readonly Item[]
  /** How many there are on all pages. */
  readonly total: number
}

export function pageOf<Item>(read: Read<Item>): Read<Page<Item>> {
  return (value, asked) => {
    const { items, total } = isObject(value) ? value : {}
    if (Array.isArray(items) && isCount(total)) {
      return { items: items.map((each) => read(each, asked)), total }
    }
    throw new WrongResult('', '{ items, total }, a list and an integer of at least 0', value)
  }
}

/** A page that is counted only if that is asked for. */
export interface Listed<Item> extends Pick<Page<Item>, 'items'> {
  /** How many there are on all pages; null if `withTotal` did not ask for it. */
  readonly total: number | null
}

export function listedOf<Item>(read: Read<Item>): Read<Listed<Item>> {
  return (value, asked, [filter] = []) => {
    if (isObject(filter) && filter['withTotal'] === true) return pageOf(read)(value, asked)
    const { items } = pageOf(read)(isObject(value) ? { ...value, total: 0 } : value, asked)
    return { items, total: null }
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

export function nothing(): void {
  return undefined
}
