/** The hosts whose pictures the page may load. */
const allowed = new Set(
  (document.querySelector('meta[name="image-hosts"]')?.getAttribute('content') ?? '')
    .split(' ')
    .filter((host) => host !== ''),
)

export function isAllowedPicture(address: string): boolean {
  if (!URL.canParse(address, location.origin)) return false
  const { origin, protocol, host } = new URL(address, location.origin)
  if (protocol !== 'https:' && protocol !== 'http:') return false
  return origin === location.origin || allowed.has('*') || allowed.has(host)
}
