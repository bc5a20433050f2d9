import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookRequest } from '../../lib/pipeline/request.js'
import { ROOT } from './root.js'

/** Those of the acceptance checks, which stay as they are, and those that this project adds. */
const FOLDERS = ['test/blackbox/suite/formats', 'test/formats/requests'].map((folder) =>
  join(ROOT, folder),
)

/** A request of a program that does not send our own format. */
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

/** One that has a file, whose name it has. */
export interface RecordedFixture extends FormatFixture {
  /** Where it comes from; `made`: written from the program's documentation. */
  readonly source: string
  /** What it is called there. */
  readonly recordedName: string
}

export function formatFixtures(): readonly RecordedFixture[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => {
        const fixture = JSON.parse(readFileSync(join(folder, file), 'utf8')) as RecordedFixture
        return { ...fixture, name: file.slice(0, -'.json'.length), recordedName: fixture.name }
      }),
  )
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
