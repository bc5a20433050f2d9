import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** A request, with what a host's body parser left of its body. */
export type HookMessage = IncomingMessage & { readonly body?: unknown; readonly rawBody?: unknown }

/** A request below the path where hooks are, whatever framework it came through. */
export interface HookCall {
  readonly req: HookMessage
  /**
   * Its headers. Express gives each request a hidden class of its own, so that looking them up takes
   * time whenever it is done.
   */
  readonly headers: IncomingHttpHeaders
  readonly res: ServerResponse
  /** Path and query below the mount point, beginning with a slash. */
  readonly url: string
  /** Removes a key from the URLs of the request, before anybody logs them. */
  readonly hide: (key: string) => void
  /** The client's address, by the proxies that the host trusts. */
  readonly address: () => string
  /** Reports mistakes in how the endpoint is mounted. */
  readonly tellMounting: () => void
  /** Takes an error of the host's own code; it has to respond. */
  readonly fail: (error: Error) => void
}
