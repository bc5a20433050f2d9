import request from 'supertest'
import type { Express } from 'express'

/** One HTTP message as a page shows it. */
export interface ShownMessage {
  /** `POST /path`, or `HTTP/1.1 201 Created`. */
  readonly line: string
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** What earlier responses contained and later requests name in braces. */
interface Known {
  token: string
  id: string
  etag: string
  deliveryId: string
}

/** Members that differ from run to run: a page shows `…`. */
const GENERATED = new Set([
  'key',
  'key_hint',
  'signing_secret',
  'request_id',
  'response',
  'address',
  'digest',
])
/** The ids of a host's own users and channels repeat one letter. */
const GENERATED_ID = /^(?!(.)\1+$)[a-z0-9]{26}$|^[a-z0-9]+-[\da-f]{12}-[a-z0-9]+$/

/** A request and its response. */
export interface Exchange {
  readonly asked: ShownMessage
  readonly answered: ShownMessage
}

/** The exchanges of a file in which each has a title, `### Sign in`. */
export function exchangesIn(text: string): readonly Exchange[] {
  const [, ...exchanges] = text.split(/^### .*\n\n/m)
  return exchanges.map((each) => {
    const at = each.indexOf('\nHTTP/')
    if (at === -1) throw new Error(`a request has no response: ${each}`)
    const asked = readMessage(each.slice(0, at).trimEnd())
    return { asked, answered: readMessage(each.slice(at + 1).trimEnd()) }
  })
}

function readMessage(block: string): ShownMessage {
  const [head = '', ...rest] = block.split('\n\n')
  const [line = '', ...headers] = head.trimEnd().split('\n')
  return {
    line,
    headers: new Map(
      headers.map((header): [string, string] => {
        const at = header.indexOf(': ')
        return [header.slice(0, at), header.slice(at + 2)]
      }),
    ),
    body: rest.join('\n\n'),
  }
}

/** The JSON with `…` for whatever is generated. */
export function comparable(text: string): unknown {
  return JSON.parse(text, (name, value: unknown) => {
    if (name === 'duration' && typeof value === 'number') return '…'
    if (name === 'headers' && Array.isArray(value)) return value.map(String).filter(isOfEveryClient)
    if (typeof value !== 'string') return value
    if (GENERATED.has(name) || GENERATED_ID.test(value)) return '…'
    return name === 'url' || name === 'permalink' ? value.replace(/[^/]+$/, '…') : value
  })
}

/** Neither of this client's library nor with a port. */
function isOfEveryClient(header: string): boolean {
  return /^(?:user-agent|content-type): /.test(header)
}

/** Sends the requests of a page, one after the other. */
export class Exchanges {
  readonly #app: Express
  readonly #known: Known = { token: '', id: '', etag: '', deliveryId: '' }

  constructor(app: Express) {
    this.#app = app
  }

  async send(shown: ShownMessage): Promise<request.Response> {
    const [method = '', path = ''] = this.#filled(shown.line).split(' ')
    const test = request(this.#app)[methodOf(method)](path)
    for (const [name, value] of shown.headers) void test.set(name, this.#filled(value))
    const response = await (shown.body === '' ? test : test.send(shown.body))
    this.#known.token = response.get('Token') ?? this.#known.token
    const etag = response.get('ETag')
    if (etag !== undefined) {
      this.#known.etag = etag
      this.#known.id = etag.slice(1, etag.lastIndexOf('-'))
    }
    if (path.endsWith('/deliveries')) {
      const [newest] = response.body as readonly { readonly id: string }[]
      this.#known.deliveryId = newest?.id ?? ''
    }
    return response
  }

  #filled(text: string): string {
    const { token, id, etag, deliveryId } = this.#known
    return text
      .replace('{token}', token)
      .replace('{etag}', etag)
      .replace('{id}', id)
      .replace('{delivery_id}', deliveryId)
  }
}

/** The name of supertest's function. */
export function methodOf(name: string): 'get' | 'post' | 'put' | 'delete' {
  const method = name.toLowerCase()
  if (method === 'get' || method === 'post' || method === 'put' || method === 'delete') {
    return method
  }
  throw new Error(`${name} is no method`)
}
