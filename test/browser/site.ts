import { signIn } from '../support/chat-host.js'
import { type HostHere, type HostHereOptions, startHostHere } from '../support/host-here.js'
import { Windows } from './windows.js'

export const PASSWORD = 'correct-horse-1'

export interface Person {
  readonly id: string
  readonly username: string
  readonly token: string
}

interface Parts {
  readonly host: HostHere
  readonly windows: Windows
}

/** The example host, and a browser to look at it. */
export class Site {
  #parts: Parts | null = null

  get host(): HostHere {
    return this.#started().host
  }

  get windows(): Windows {
    return this.#started().windows
  }

  #started(): Parts {
    if (!this.#parts) throw new Error('the site has not started')
    return this.#parts
  }

  async start(options: HostHereOptions = {}): Promise<this> {
    const [host, windows] = await Promise.all([startHostHere(options), Windows.start()])
    this.#parts = { host, windows }
    return this
  }

  async stop(): Promise<void> {
    try {
      await this.#parts?.windows.stop()
    } finally {
      await this.#parts?.host.stop()
    }
  }

  /** Closes all pages, and throws for what was unclean in them. */
  leave(): Promise<void> {
    return this.windows.close()
  }

  /** Somebody new, signed in. */
  async person(username: string): Promise<Person> {
    const { id } = await this.host.addAccount({ username, password: PASSWORD })
    return { id, username, token: await this.signIn(username) }
  }

  signIn(username: string): Promise<string> {
    return signIn(this.host.url, { login_id: username, password: PASSWORD })
  }
}

/** Starts the site before the tests of a suite, closes all pages after each, and stops it in the end. */
export function forSuite<S extends Site>(site: S, options: HostHereOptions = {}): S {
  before(async () => {
    await site.start(options)
  })
  afterEach(() => site.leave())
  after(() => site.stop())
  return site
}

/** A text of an answer. */
export function textOf(answer: unknown, name: string): string {
  const value: unknown = answer instanceof Object ? Reflect.get(answer, name) : undefined
  if (typeof value !== 'string') throw new Error(`the answer has no ${name}`)
  return value
}
