import type { Settings, User } from '../model/records.js'
import type { TellMistake } from './host-mistakes.js'
import { readSettings, readUser, WrongResult } from './read-records.js'

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
      const { field, expected } = error
      this.#tell('EIW_ADAPTER_RESULT', { method, ...(field === '' ? {} : { field }), expected })
      if (field === '') throw new TypeError(`${method} did not return ${expected}`)
      throw new TypeError(`${method} returned an invalid value for ${field}: expected ${expected}`)
    }
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
    // Hosts without administrators may omit it.
    if (!admin || isYes(admin)) return user
    this.#tell('EIW_NOT_BOOLEAN', { method: 'User.admin' })
    return { ...user, ...namedMembers(user), admin: false }
  }

  /** True only for `true`: an empty list of permissions is truthy too. */
  permission(method: string, value: unknown): boolean {
    if (typeof value !== 'boolean') this.#tell('EIW_NOT_BOOLEAN', { method })
    return isYes(value)
  }
}

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
