/** Where a key is parted: senders of Rocket.Chat insist on two segments. */
const HALF = 16

/** Code with the values of a webhook in place of `<url>` and the like. */
export function filled(code: string, url: string, channel = ''): string {
  const half = url.lastIndexOf('/') + 1 + HALF
  const values = {
    url,
    'parted-url': `${url.slice(0, half)}/${url.slice(half)}`,
    'json-url': url.replace(/^http/, 'json'),
    channel: channel.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
  }
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`<${name}>`, () => value),
    code,
  )
}
