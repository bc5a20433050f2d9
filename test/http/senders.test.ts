import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import request from 'supertest'
import { hookHost } from '../support/hook-host.js'
import { ROOT } from '../support/root.js'
import { visible } from '../support/sent-senders.js'

const FOLDER = join(ROOT, 'test/http/senders')

/** A request of a real program, and what the program and a reader must see of it. */
interface Recorded {
  readonly program: string
  readonly title: string
  /** Behind the key. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Of bodies that are not UTF-8. */
  readonly base64?: string
  readonly expect: {
    readonly status: number
    /** The whole text, or some members. */
    readonly answer: string | Readonly<Record<string, unknown>>
    readonly shows: readonly string[]
    readonly hides: readonly string[]
  }
}

const recorded = readdirSync(FOLDER).map(
  (file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Recorded,
)

// The client sends strings that are JSON as they are, and buffers of any other type.
function bodyOf({ headers, body = '', base64 }: Recorded): Buffer | string {
  if (base64 !== undefined) return Buffer.from(base64, 'base64')
  return Object.values(headers).includes('application/json') ? body : Buffer.from(body)
}

describe('requests as real programs send them', () => {
  for (const sent of recorded) {
    it(`are stored as one message that their sender counts as success: ${sent.program}, ${sent.title}`, async () => {
      const { status, answer, shows, hides } = sent.expect
      const host = hookHost()
      const response = await request(host.app)
        .post(host.path + sent.path)
        .set(sent.headers)
        .send(bodyOf(sent))
      expect(response.status, response.text).to.equal(status)
      if (typeof answer === 'string') expect(response.text).to.equal(answer)
      else expect(response.body).to.deep.include(answer)
      expect(host.posts()).to.have.lengthOf(1)
      const seen = visible(host.posts())
      for (const text of shows) expect(seen).to.include(text)
      for (const text of hides) expect(seen).not.to.include(text)
    })
  }
})
