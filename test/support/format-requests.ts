import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookRequest } from '../../lib/pipeline/request.js'
import { ROOT } from './root.js'

const FOLDER = join(ROOT, 'test/blackbox/suite/formats')

/** A recorded request of a program that does not send our own format. */
export interface FormatFixture {
  readonly name: string
  readonly format: string
  readonly body: string
  readonly contentType: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly query?: string
  /** Default: `POST`. */
  readonly method?: string
  /** What its sender adds to the URL, such as `/v2/enqueue`. */
  readonly path?: string
  readonly expect?: {
    /** The incident that it is about. */
    readonly thing?: string
    readonly state?: string
  }
}

export function formatFixtures(): readonly FormatFixture[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const fixture = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as FormatFixture
      return { ...fixture, name: file.slice(0, -'.json'.length) }
    })
}

/** The request, perhaps with another body. */
export function requestOf(fixture: FormatFixture, body = fixture.body): HookRequest {
  const headers = Object.fromEntries(
    Object.entries(fixture.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const query = Object.fromEntries(new URLSearchParams(fixture.query ?? ''))
  return {
    contentType: fixture.contentType ?? undefined,
    queryPayload: null,
    body: { kind: 'bytes', bytes: Buffer.from(body) },
    outside: () => ({ headers, query }),
  }
}
