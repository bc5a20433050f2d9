import type { Adapters, DeliveryAdapters, Guarantee, MaybePromise } from '../adapters/types.js'
import type { AllAdapters, METHODS } from './methods.js'
import type { Read } from './readers.js'

/**
 * The adapters of a host as the rest of the library calls them: each result has exactly its type. The
 * methods of guarantees are always there, but are only called if the host gives the guarantee.
 */
export type Checked<Host> = {
  readonly [A in keyof Host as A & AdapterName]: Given<A & AdapterName, NonNullable<Host[A]>> &
    Always<A & AdapterName>
} & { readonly guarantees: ReadonlySet<Guarantee> }

/** What deliveries need. */
export type CheckedDelivery = Checked<DeliveryAdapters>
/** What deliveries and management need. */
export type CheckedManagement = Checked<Adapters>

type Methods = typeof METHODS
type AdapterName = keyof Methods

/** The methods that the host has. */
type Given<A extends AdapterName, Host> = {
  [M in keyof Host as [Result<A, M>] extends [never] ? never : M]: Call<A, M>
}

/** The methods that are there whatever the host has. */
type Always<A extends AdapterName> = {
  [M in keyof Methods[A] as IsAlways<Methods[A][M]> extends true ? M : never]: Call<A, M>
}

type IsAlways<Row> = Row extends { readonly otherwise: unknown }
  ? true
  : Row extends { readonly needs: readonly (infer Need)[] }
    ? Extract<Need, Guarantee> extends never
      ? false
      : true
    : false

/** A method whose results have been checked. */
type Call<A extends AdapterName, M> = (
  ...args: Arguments<Member<AllAdapters[A], M>>
) => MaybePromise<Result<A, M>>

/** What the table makes of the results of a method; `never` if the library calls it as it is. */
type Result<A extends AdapterName, M> =
  Member<Methods[A], M> extends { readonly read: Read<infer R> } ? R : never

/** What a method is called with. */
type Arguments<Method> = Method extends (...args: infer Args) => unknown ? Args : never
/** The type of a member; `never` if there is none. */
type Member<Of, M> = M extends keyof Of ? Of[M] : never
