import { request, type Agent, type IncomingHttpHeaders } from 'node:http'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface Call {
  readonly method: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Without one the connection serves this request only. */
  readonly agent?: Agent
  readonly timeoutMs?: number
  /** The address to call from. */
  readonly from?: string
}

/** One request, never repeated. Rejects when no whole answer came. */
export function call(url: string, options: Call): Promise<Answer> {
  const { method, headers = {}, body, agent = false, timeoutMs = 30_000, from } = options
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }
    const req = request(url, {
      method,
      headers: { ...headers, ...length },
      agent,
      ...(from === undefined ? {} : { localAddress: from }),
    })
    req.setTimeout(timeoutMs, () => req.destroy(new Error(`no answer within ${timeoutMs} ms`)))
    req.on('error', reject)
    req.on('response', (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('error', reject)
      res.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: res.statusCode ?? 0, headers: res.headers, text })
      })
    })
    req.end(body)
  })
}
