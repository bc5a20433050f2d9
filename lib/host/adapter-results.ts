import { asError } from './as-error.js'
import type { HostCall, Read } from './readers.js'
import { WrongResult } from './wrong-result.js'

/** What `read` makes of a result. Throws a `TypeError` if the result is of the wrong shape. */
export function readWith<T>(
  read: Read<T>,
  value: unknown,
  asked: HostCall,
  args: readonly unknown[] = [],
): T {
  try {
    return read(value, asked, args)
  } catch (error) {
    if (!(error instanceof WrongResult)) throw error
    report(asked, error)
    const { field, expected, got, message } = error
    const instead = got === '' ? '' : `, but ${got}`
    if (field === '') throw new TypeError(`${asked.method} did not return ${expected}${instead}`)
    throw new TypeError(`${asked.method} returned an invalid value for ${message}`)
  }
}

/** What an adapter threw. Stores throw what they could not read of what the host gave them. */
export function thrownBy(asked: HostCall, error: unknown): Error {
  if (!(error instanceof WrongResult)) return asError(error)
  report(asked, error)
  return new TypeError(`${asked.method} failed: ${error.message}`)
}

function report({ method, tell }: HostCall, { field, expected, got, fix }: WrongResult): void {
  tell('EIW_ADAPTER_RESULT', {
    method,
    ...(field !== '' && { field }),
    expected,
    ...(got !== '' && { got }),
    ...(fix !== '' && { fix }),
  })
}
