import { WrongResult } from './wrong-result.js'

/** Makes exactly a `T` of a result, or throws `WrongResult`. */
export type Read<T> = (value: unknown) => T

// Database clients without types answer `undefined` as well.
export function orNull<T>(read: Read<T>): Read<T | null> {
  return (value) => (value === null || value === undefined ? null : read(value))
}

export function listOf<T>(read: Read<T>): Read<readonly T[]> {
  return (value) => {
    if (Array.isArray(value)) return value.map(read)
    throw new WrongResult('', 'a list', value)
  }
}

export function nothing(): undefined {
  return undefined
}
