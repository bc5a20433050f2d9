/** Hosts whose pictures the pages may load; `*` is any. */
export type ImageHosts = '*' | readonly string[]

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/i

/** A list separated by commas or spaces; null if an entry is not a host. */
export function readImageHosts(text: string): ImageHosts | null {
  if (text === '*') return '*'
  const hosts = text.toLowerCase().split(/[\s,]+/)
  return hosts.every((host) => HOST.test(host)) ? hosts : null
}
