/** What the server wrote into the page. Addresses are complete; null is what the host did not give. */
export const config = {
  base: new URL(document.baseURI),
  apiBase: folder(addressOf('api-base') ?? document.baseURI),
  hooksBase: folder(addressOf('hooks-base') ?? document.baseURI),
  homeUrl: addressOf('home-url'),
  signInUrl: meta('sign-in-url'),
  logoUrl: addressOf('brand-logo'),
  postUrl: meta('post-url'),
  teamName: meta('team-name'),
  brandName: meta('brand-name'),
  compatVersion: meta('compat-version'),
} as const

/** The address of a post, or null where the host shows none. */
export function postAddress(id: string): string | null {
  return filled(config.postUrl, 'id', id)
}

/** Where to sign in so that one comes back to this page, or null where the host does not say. */
export function signInAddress(): string | null {
  return filled(config.signInUrl, 'path', location.pathname + location.search)
}

function filled(template: string, name: string, value: string): string | null {
  if (template === '') return null
  return new URL(template.replace(`{${name}}`, encodeURIComponent(value)), config.base).href
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
