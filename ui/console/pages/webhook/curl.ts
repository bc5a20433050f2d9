import type { RecentRequest } from '../../api/requests.js'

/** Headers that curl sets, that fit the original body only, or that are shown without their value. */
const LEFT_OUT =
  /^(?:accept-encoding|connection|content-encoding|content-length|expect|host|idempotency-key|keep-alive|te|transfer-encoding|upgrade|x-request-id): |: \[redacted\]$/

/** Headers of this length may have been cut. */
const MAX_HEADER = 200

/** A command that repeats a request with the payload in a file. */
export function curlOf({ headers }: Pick<RecentRequest, 'headers'>, url: string | null): string {
  const kept = headers.filter((header) => header.length < MAX_HEADER && !LEFT_OUT.test(header))
  // Without this, curl labels the body as a form.
  if (!kept.some((header) => header.startsWith('content-type:'))) kept.push('content-type:')
  return [
    'curl --data-binary @payload',
    ...kept.map((header) => `-H ${quoted(header)}`),
    url === null ? 'URL' : quoted(url),
  ].join(' \\\n  ')
}

/** One word for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
