import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Formats } from '../../lib/formats/registry.js'
import { openApiDocument } from '../../lib/openapi/index.js'
import { type Answer, answerChecker } from './check-answer.js'

const mistakes: string[] = []
let checked = 0
const check = answerChecker(openApiDocument({ formats: new Formats([]) }))

channel('http.server.request.start').subscribe((message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  const chunks: Buffer[] = []
  const keep = (chunk: unknown): void => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  const { write, end } = response
  response.write = (...args: unknown[]) => {
    keep(args[0])
    return Reflect.apply(write, response, args) as boolean
  }
  response.end = (...args: unknown[]) => {
    keep(args[0])
    return Reflect.apply(end, response, args) as ServerResponse
  }
  const path = (request.url ?? '').split('?')[0] ?? ''
  response.once('finish', () => {
    const answer: Answer = {
      method: request.method ?? '',
      path,
      status: response.statusCode,
      type: String(response.getHeader('content-type') ?? ''),
      body: response.getHeader('content-encoding') ? '' : Buffer.concat(chunks).toString(),
    }
    checked += 1
    const mistake = check(answer)
    if (mistake !== null) mistakes.push(mistake)
  })
})

process.on('exit', () => {
  console.log(`checked ${checked}, mistakes ${mistakes.length}`)
  for (const mistake of new Set(mistakes.slice(0, 60))) console.log(mistake.slice(0, 300))
})
