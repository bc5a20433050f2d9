import type { OpenedRequest } from '../../api/requests.js'

/** Headers that curl sets, that fit the original body only, or that are shown without their value. */
const LEFT_OUT =
  /^(?:accept-encoding|connection|content-encoding|content-length|expect|host|idempotency-key|keep-alive|te|transfer-encoding|upgrade|x-request-id): |: \[redacted\]$/

/** Headers of this length may have been cut. */
const MAX_HEADER = 200

/** Half of what Linux takes as one argument, if each letter is as long as letters are. */
const MAX_ARGUMENT = 16_000

/** A request that a command sends. */
export interface Outgoing {
  readonly url: string
  readonly method: string
  /** As `name: value`. */
  readonly headers: readonly string[]
  /** Null: it is in the file `payload`. */
  readonly body: string | null
}

/** A logged request as it is sent again. */
export function outgoingOf(
  { headers, body, sent }: Pick<OpenedRequest, 'headers' | 'body' | 'sent'>,
  url: string | null,
): Outgoing {
  const given = sent
    ? Object.entries(sent.headers).map((header) => header.join(': '))
    : headers.filter((header) => header.length < MAX_HEADER)
  const { method = 'POST', path = '', query = {} } = sent ?? {}
  const search = String(new URLSearchParams(query))
  return {
    url: `${url ?? 'URL'}${encodeURI(path)}${search === '' ? '' : `?${search}`}`,
    method,
    headers: given.filter(isSendable),
    body,
  }
}

/** Whether a header, as `name: value`, fits another request. */
export function isSendable(header: string): boolean {
  return !LEFT_OUT.test(header) && !UNSAFE.test(header)
}

/** Without one, curl labels the body as a form. */
export function withType(headers: readonly string[]): readonly string[] {
  const isTyped = headers.some((header) => /^content-type:/i.test(header))
  return isTyped ? headers : [...headers, 'content-type:']
}

/** A command for a POSIX shell. */
export function curlOf({ url, method, headers, body }: Outgoing): string {
  const { before, data } = dataOf(body)
  return [
    `${before}curl ${method === 'POST' ? '' : `-X ${quoted(method)} `}${data}`,
    ...withType(headers).map((header) => `-H ${quoted(header)}`),
    url === 'URL' ? url : quoted(url),
  ].join(' \\\n  ')
}

/** A terminal could take control characters of a body that is pasted for keys that are pressed. */
export const UNSAFE = /[^\P{Cc}\t\n]/u

function dataOf(body: string | null): { readonly before: string; readonly data: string } {
  if (body === null) return { before: '', data: '--data-binary @payload' }
  if (body.length <= MAX_ARGUMENT && !UNSAFE.test(body)) {
    return { before: '', data: `--data-raw ${quoted(body)}` }
  }
  // A command of the shell itself, which takes arguments of any length.
  const format = body.replaceAll('\\', String.raw`\\`).replaceAll('%', '%%')
  const text = quoted(format.replace(new RegExp(UNSAFE, 'gu'), inOctal))
  return { before: `printf ${text} |\n  `, data: '--data-binary @-' }
}

function inOctal(text: string) {
  return Array.from(
    new TextEncoder().encode(text),
    (byte) => `\\${byte.toString(8).padStart(3, '0')}`,
  ).join('')
}

/** One word for a POSIX shell. */
function quoted(text: string) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
