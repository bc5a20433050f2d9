import type { Channel, ChannelType, Settings, User } from '../model/records.js'
import { asError } from './as-error.js'
import type { TellMistake } from './host-mistakes.js'
import { readChannel, readSettings, readUser } from './read-records.js'
import { WrongResult } from './wrong-result.js'

/** Reads adapter results, which a host without types can get wrong, and reports what is wrong. */
export class AdapterResults {
  readonly #tell: TellMistake

  constructor(tell: TellMistake) {
    this.#tell = tell
  }

  /** What `read` makes of a result. Throws a `TypeError` if the result is of the wrong shape. */
  read<T>(method: string, value: unknown, read: (value: unknown) => T): T {
    try {
      return read(value)
    } catch (error) {
      if (!(error instanceof WrongResult)) throw error
      this.#report(method, error)
      const { field, expected, got, message } = error
      const instead = got === '' ? '' : `, but ${got}`
      if (field === '') throw new TypeError(`${method} did not return ${expected}${instead}`)
      throw new TypeError(`${method} returned an invalid value for ${message}`)
    }
  }

  /** What an adapter threw. Stores throw what they could not read of what the host gave them. */
  thrown(method: string, error: unknown): Error {
    if (!(error instanceof WrongResult)) return asError(error)
    this.#report(method, error)
    return new TypeError(`${method} failed: ${error.message}`)
  }

  #report(method: string, { field, expected, got, fix }: WrongResult): void {
    this.#tell('EIW_ADAPTER_RESULT', {
      method,
      ...(field !== '' && { field }),
      expected,
      ...(got !== '' && { got }),
      ...(fix !== '' && { fix }),
    })
  }

  readonly settings = (value: unknown): Settings => {
    const { settings, missing } = readSettings(value)
    if (missing.length > 0) this.#tell('EIW_SETTINGS_INCOMPLETE', { missing })
    return settings
  }

  /** The user, who is an administrator only if `admin` is exactly `true`. */
  readonly user = (value: unknown): User => {
    const user = readUser(value)
    const { admin } = user
    this.#checkDeleteAt('User', user)
    // Hosts without administrators may omit it.
    if (!admin || isYes(admin)) return user
    this.#tell('EIW_NOT_BOOLEAN', { method: 'User.admin' })
    return { ...user, ...namedMembers(user), admin: false }
  }

  /**
   * The channel as the host made it, because `canPost` gets it again. Senders of a host that never
   * needed the right types would lose messages, so what is wrong is only logged.
   */
  readonly channel = (value: unknown): Channel => {
    const channel = readChannel(value)
    const { type, teamId } = channel
    if (!CHANNEL_TYPES.has(type)) {
      const method = 'Channel.type'
      this.#tell('EIW_ADAPTER_MEMBER', { method, expected: EXPECTED_TYPE, got: `'${type}'` })
    }
    if (typeof teamId !== 'string') this.#tellMember('Channel', 'teamId', 'a string', teamId)
    this.#checkDeleteAt('Channel', channel)
    return channel
  }

  /** Anything but null and 0 counts as the time of the deletion. */
  #checkDeleteAt(record: string, { deleteAt }: { readonly deleteAt?: unknown }): void {
    if (typeof deleteAt === 'number' || deleteAt === null || deleteAt === undefined) return
    this.#tellMember(record, 'deleteAt', 'a number or null', deleteAt)
  }

  #tellMember(record: string, name: string, expected: string, value: unknown): void {
    const { got, fix } = new WrongResult(name, expected, value)
    this.#tell('EIW_ADAPTER_MEMBER', {
      method: `${record}.${name}`,
      expected,
      got,
      ...(fix !== '' && { fix }),
    })
  }

  /** True only for `true`: an empty list of permissions is truthy too. */
  permission(method: string, value: unknown): boolean {
    if (typeof value !== 'boolean') this.#tell('EIW_NOT_BOOLEAN', { method })
    return isYes(value)
  }
}

const CHANNEL_TYPES: ReadonlySet<ChannelType> = new Set(['public', 'private', 'direct', 'group'])
const EXPECTED_TYPE = [...CHANNEL_TYPES].join(', ')

function isYes(answer: unknown): boolean {
  return answer === true
}

// A spread does not copy the accessors of some database clients' records.
function namedMembers({ id, username, email, createAt, deleteAt }: User): Partial<User> {
  return {
    id,
    username,
    ...(email === undefined ? {} : { email }),
    ...(createAt === undefined ? {} : { createAt }),
    ...(deleteAt === undefined ? {} : { deleteAt }),
  }
}
