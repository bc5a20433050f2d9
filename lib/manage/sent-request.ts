import type { KeptRequest } from '../log/kept-requests.js'

/** A request that was sent before, or as if it had been. */
export interface SentRequest extends Pick<KeptRequest, 'method' | 'path' | 'headers' | 'body'> {
  /** As in a URL, without the question mark. */
  readonly query: string
}

export const NOT_KEPT =
  'what was sent is not kept: it is for 24 hours if the request was refused although its key and its signature were right, unless the settings say otherwise'

/** What was kept of a request, as it was read: decompressed. */
export function sentOf(kept: KeptRequest): SentRequest {
  const { 'content-encoding': _encoding, ...headers } = kept.headers
  return { ...kept, headers, query: `${new URLSearchParams(kept.query)}` }
}
