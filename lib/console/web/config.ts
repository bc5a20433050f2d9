/** What the server wrote into the page. Addresses are complete; null is what the host did not give. */
export const config = {
  base: new URL(document.baseURI),
  apiBase: folder(addressOf('api-base') ?? document.baseURI),
  hooksBase: folder(addressOf('hooks-base') ?? document.baseURI),
  homeUrl: addressOf('home-url'),
  signInUrl: addressOf('sign-in-url'),
  logoUrl: addressOf('brand-logo'),
  postUrl: meta('post-url'),
  teamName: meta('team-name'),
  brandName: meta('brand-name'),
  compatVersion: meta('compat-version'),
} as const

/** The address of a post, or null where the host shows none. */
export function postAddress(id: string): string | null {
  if (config.postUrl === '') return null
  return new URL(config.postUrl.replace('{id}', encodeURIComponent(id)), config.base).href
}

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

function addressOf(name: string): string | null {
  const value = meta(name)
  return value === '' ? null : new URL(value, document.baseURI).href
}

function folder(address: string): string {
  return address.endsWith('/') ? address : `${address}/`
}
