/** Values that the server wrote into the page. URLs are absolute; null if the host did not set one. */
export const config = {
  base: new URL(document.baseURI),
  apiBase: folder(addressOf('api-base') ?? document.baseURI),
  hooksBase: folder(addressOf('hooks-base') ?? document.baseURI),
  homeUrl: addressOf('home-url'),
  signInUrl: meta('sign-in-url'),
  signsOutCookie: meta('sign-out') !== '',
  logoUrl: addressOf('brand-logo'),
  postUrl: meta('post-url'),
  teamName: meta('team-name'),
  brandName: meta('brand-name'),
  compatVersion: meta('compat-version'),
} as const

/** The URL of a post, or null if the host does not show posts. */
export function postAddress(id: string): string | null {
  return filled(config.postUrl, 'id', id)
}

/** The sign-in URL that returns to this page, or null if the host did not set one. */
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
