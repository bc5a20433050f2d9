import type { Adapters, DeliveryAdapters, Guarantee, MaybePromise } from '../adapters/types.js'
import { isObject } from '../model/json.js'
import { WebhookError } from '../model/errors.js'
import type { HookUser } from '../model/records.js'
import { createCallDeadlines } from './call-deadlines.js'
import type { Checked } from './checked.js'
import type { TellMistake } from './host-mistakes.js'
import { isThenable } from './maybe-promise.js'
import { ADAPTERS, type Asks, isGuarantee } from './methods.js'
import { readUser } from './read-host-records.js'
import { nothing, orNull, type HostCall, type Read } from './readers.js'
import { asError } from './as-error.js'
import { WrongResult } from './wrong-result.js'

export interface AnyGuarantees {
  readonly guarantees: readonly Guarantee[]
}

/** Adapters with any guarantees: methods that only some of them need may be missing. */
export type Any<Host> = Omit<Host, 'guarantees'> & AnyGuarantees
export type AnyDelivery = Any<DeliveryAdapters<never>>
export type AnyAdapters = Any<Adapters<never>>

type Call<A extends readonly unknown[], R> = (...args: A) => MaybePromise<R>

/**
 * Turns the adapters of a host into those that the rest of the library calls. Each call has a timeout,
 * and each result gets exactly its type. Failures of either are logged once per method. `timeout`:
 * milliseconds that a call may take; 0 for no limit.
 */
export function createHostAdapters(timeout: number, tell: TellMistake) {
  const deadlines = createCallDeadlines(timeout)
  const methodOf = <A extends readonly unknown[], R>(
    method: string,
    call: Call<A, unknown>,
    { read, late }: Asks<R>,
  ): Call<A, R> => {
    const asked = { method, tell }
    const giveUp = () => {
      tell('EIW_ADAPTER_TIMEOUT', { method })
      if (late === 'unknown') return new WebhookError('storage_timeout')
      return new WebhookError('storage_unavailable', {
        detail: 'the storage did not respond in time; nothing was stored',
      })
    }
    return (...args) => {
      try {
        const result = deadlines.limit(call(...args), giveUp)
        // A synchronous result stays synchronous.
        return isThenable(result)
          ? result.then(
              (found) => readWith(read, found, asked, args),
              (error: unknown) => {
                throw thrownBy(asked, error)
              },
            )
          : readWith(read, result, asked, args)
      } catch (error) {
        // Thrown inside a list for Promise.all, it would leave a rejection before it unhandled.
        return Promise.reject(thrownBy(asked, error))
      }
    }
  }
  const adapterOf = (
    name: string,
    adapter: Readonly<Record<string, unknown>>,
    methods: (typeof ADAPTERS)[string],
  ): object => {
    const made = Object.entries(methods).map(([method, row]) => {
      const call = (...args: readonly unknown[]): unknown => {
        const found = adapter[method]
        return typeof found === 'function' ? Reflect.apply(found, adapter, args) : undefined
      }
      const { read, late, needs, otherwise } = row
      const isGiven = typeof adapter[method] === 'function' || needs.some(isGuarantee)
      const checked = read && methodOf(`${name}.${method}`, call, { read, late })
      return [method, isGiven ? checked : otherwise] as const
    })
    return Object.fromEntries(made.filter(([, method]) => method !== undefined))
  }
  return {
    /** The methods of the table that the host has, and those that are always there. */
    checked: <Host extends AnyGuarantees>(host: Host) => {
      const made: Record<string, unknown> = { guarantees: new Set(host.guarantees) }
      for (const [name, methods] of Object.entries(ADAPTERS)) {
        const adapter: unknown = Reflect.get(host, name)
        if (isObject(adapter)) made[name] = adapterOf(name, adapter, methods)
      }
      assertIsWhole(made, host)
      return made
    },
    /** The host's `currentUser`; `R` is the type of its requests. */
    currentUser: <R>(ask: Call<[req: R], HookUser | null>) =>
      methodOf('currentUser', ask, { read: orNull(readUser) }),
    /** The host's `onSignIn`; `A` are its arguments. */
    onSignIn: <A extends readonly unknown[]>(told: Call<A, void>) =>
      methodOf('onSignIn', told, { read: nothing }),
  }
}

function assertIsWhole<Host extends object>(
  made: object,
  host: Host,
): asserts made is Checked<Host> {
  const names = Object.keys(ADAPTERS).filter((name) => isObject(Reflect.get(host, name)))
  if (!names.every((name) => Object.hasOwn(made, name)))
    throw new TypeError('an adapter is missing')
}

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
function thrownBy(asked: HostCall, error: unknown) {
  if (!(error instanceof WrongResult)) return asError(error)
  report(asked, error)
  return new TypeError(`${asked.method} failed: ${error.message}`)
}

function report({ method, tell }: HostCall, { field, expected, got, fix }: WrongResult) {
  tell('EIW_ADAPTER_RESULT', {
    method,
    ...(field !== '' && { field }),
    expected,
    ...(got !== '' && { got }),
    ...(fix !== '' && { fix }),
  })
}
