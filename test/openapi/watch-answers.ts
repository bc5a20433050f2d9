import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage, ServerResponse } from 'node:http'
import { debuglog } from 'node:util'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { openApiDocument } from '../../lib/openapi/index.js'
import { CHAT_OPERATIONS } from '../../example-host/api/reference/operations.js'
import { CHAT_SCHEMAS } from '../../example-host/api/reference/schemas.js'
import { type Answer, AnswerChecker } from './check-answer.js'

// Loaded before all tests: every answer of a server in a test's process is compared with the
// document of the example chat, and the test that is running by then fails.

const checker = new AnswerChecker(
  openApiDocument({ operations: CHAT_OPERATIONS, schemas: CHAT_SCHEMAS }),
)
/** What hosts with routes of their own at the chat's paths answer in tests. */
const OF_ANOTHER_HOST = 299
const mistakes: string[] = []
/** The answers of each call in a test: what has not changed since then is right as before. */
const right = new Map<string, string>()
let checked = 0

subscribe('http.server.request.start', (message) => {
  if (!(message instanceof Object && 'request' in message && 'response' in message)) return
  const { request, response } = message
  if (request instanceof IncomingMessage && isResponse(response)) watch(request, response)
})

function isResponse(value: unknown): value is ServerResponse {
  return value instanceof ServerResponse
}

function watch(request: IncomingMessage, response: ServerResponse): void {
  const { method = '', url = '' } = request
  const path = url.split('?')[0] ?? ''
  if (!checker.knows({ method, path })) return
  const bodyOf = recordBody(response)
  response.once('finish', () => {
    // Servers of tests that stand for another one have no ids.
    if (url.startsWith('/hooks/') && !response.hasHeader('X-Request-Id')) return
    const answer: Answer = {
      method,
      path,
      status: response.statusCode,
      type: String(response.getHeader('Content-Type') ?? ''),
      body: decoded(bodyOf(), response.getHeader('Content-Encoding')).toString(),
    }
    if (answer.status === OF_ANOTHER_HOST || isUnmounted(answer)) return
    checked += 1
    const call = `${method} ${path} ${answer.status} ${answer.type}`
    if (right.get(call) === answer.body) return
    const mistake = checker.mistakeIn(answer)
    if (mistake === null) right.set(call, answer.body)
    else mistakes.push(mistake)
  })
}

/** Express's own page, where the host of a test does not mount that router. */
function isUnmounted({ status, type, path }: Answer): boolean {
  return status === 404 && type.startsWith('text/html') && !path.startsWith('/hooks/')
}

/** Apps may compress what the routers answer. */
function decoded(body: Buffer, encoding: unknown): Buffer {
  switch (encoding) {
    case 'gzip':
      return gunzipSync(body)
    case 'br':
      return brotliDecompressSync(body)
    case 'deflate':
      return inflateSync(body)
    default:
      return body
  }
}

/** What has been written to a response so far. */
function recordBody(response: ServerResponse): () => Buffer {
  const chunks: Buffer[] = []
  const record = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  for (const name of ['write', 'end']) {
    const original: unknown = Reflect.get(response, name)
    if (typeof original !== 'function') continue
    Reflect.set(response, name, (...args: unknown[]): unknown => {
      record(args[0])
      const result: unknown = Reflect.apply(original, response, args)
      return result
    })
  }
  return () => Buffer.concat(chunks)
}

/** Found by mocha. */
export const mochaHooks = { afterEach: tellMistakes, afterAll: tellMistakes }

function tellMistakes(): void {
  right.clear()
  const [first, ...others] = mistakes.splice(0)
  if (first === undefined) return
  const more = others.length === 0 ? '' : `\nand ${others.length} more`
  throw new Error(`The OpenAPI document describes no such answer: ${first}${more}`)
}

// `NODE_DEBUG=answers` says how many there were.
const log = debuglog('answers')
process.once('exit', () => {
  log('%d answers checked', checked)
})
