import type { OpenedRequest } from '../../api/requests.js'

/** Headers that curl sets, that fit the original body only, or that are shown without their value. */
const LEFT_OUT =
  /^(?:accept-encoding|connection|content-encoding|content-length|expect|host|idempotency-key|keep-alive|te|transfer-encoding|upgrade|x-request-id): |: \[redacted\]$/

/** Headers of this length may have been cut. */
const MAX_HEADER = 200

/** Half of what Linux takes as one argument, if each letter is as long as letters are. */
const MAX_ARGUMENT = 16_000

/** A command for a POSIX shell that sends a request again; a body that is not kept is in the file `payload`. */
export function curlOf(
  { headers, body, sent }: Pick<OpenedRequest, 'headers' | 'body' | 'sent'>,
  url: string | null,
): string {
  const given = sent
    ? Object.entries(sent.headers).map((header) => header.join(': '))
    : headers.filter((header) => header.length < MAX_HEADER)
  const kept = given.filter((header) => !LEFT_OUT.test(header) && !UNSAFE.test(header))
  // Without this, curl labels the body as a form.
  if (!kept.some((header) => header.startsWith('content-type:'))) kept.push('content-type:')
  const { method = 'POST', path = '', query = {} } = sent ?? {}
  const search = String(new URLSearchParams(query))
  const target = `${url ?? 'URL'}${encodeURI(path)}${search === '' ? '' : `?${search}`}`
  const { before, data } = dataOf(body)
  return [
    `${before}curl ${method === 'POST' ? '' : `-X ${quoted(method)} `}${data}`,
    ...kept.map((header) => `-H ${quoted(header)}`),
    target === 'URL' ? target : quoted(target),
  ].join(' \\\n  ')
}

/** A terminal could take control characters of a body that is pasted for keys that are pressed. */
const UNSAFE = /[^\P{Cc}\t\n]/u

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

function inOctal(text: string): string {
  return Array.from(
    new TextEncoder().encode(text),
    (byte) => `\\${byte.toString(8).padStart(3, '0')}`,
  ).join('')
}

/** One word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
