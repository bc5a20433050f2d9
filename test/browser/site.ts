import { type ExampleHost, startExampleHost, type StartOptions } from '../support/example-host.js'
import { call } from '../support/http-client.js'
import { Windows } from './windows.js'

export const PASSWORD = 'correct-horse-1'

export interface Person {
  readonly id: string
  readonly username: string
  readonly token: string
}

interface Parts {
  readonly host: ExampleHost
  readonly windows: Windows
}

/** The example host, and a browser to look at it. */
export class Site {
  #parts: Parts | null = null

  get host(): ExampleHost {
    return this.#started().host
  }

  get windows(): Windows {
    return this.#started().windows
  }

  #started(): Parts {
    if (!this.#parts) throw new Error('the site has not started')
    return this.#parts
  }

  async start(options: StartOptions = {}): Promise<this> {
    const [host, windows] = await Promise.all([startExampleHost(options), Windows.start()])
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
    const body = { username, email: `${username}@example.test`, password: PASSWORD }
    const id = textOf(await this.host.api('POST', '/users', body), 'id')
    return { id, username, token: await this.signIn(username) }
  }

  async signIn(username: string): Promise<string> {
    const { headers, status, text } = await call(`${this.host.url}/api/v4/users/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ login_id: username, password: PASSWORD }),
    })
    const { token } = headers
    if (typeof token !== 'string') throw new Error(`signing in answered ${status}: ${text}`)
    return token
  }
}

/** Starts the site before the tests of a suite, closes all pages after each, and stops it in the end. */
export function forSuite<S extends Site>(site: S, options: StartOptions = {}): S {
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
