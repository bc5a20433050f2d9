/** Values that the server wrote into the page. URLs are absolute; null if the host did not set one. */
export const config = {
  base: new URL(document.baseURI),
  apiBase: folder(addressOf('api-base') ?? document.baseURI),
  hooksBase: folder(addressOf('hooks-base') ?? document.baseURI),
  homeUrl: addressOf('home-url'),
  signInUrl: meta('sign-in-url'),
  signOutUrl: addressOf('sign-out-url'),
  signsOutCookie: meta('sign-out') !== '',
  logoUrl: addressOf('brand-logo'),
  postUrl: meta('post-url'),
  teamName: meta('team-name'),
  brandName: meta('brand-name'),
  compatVersion: meta('compat-version'),
  /** Null if the host does not say from where pictures are shown. */
  imageHosts: hostsOf(meta('image-hosts')),
} as const

/** Words that the host may replace. */
export const labels = {
  backToHome: meta('label-back-to-home') || 'Back to messages',
  home: meta('label-home') || 'Messages',
  mainMenu: meta('label-main-menu') || 'Main Menu',
  integrations: meta('label-integrations') || 'Integrations',
  systemConsole: meta('label-system-console') || 'System Console',
} as const

/** The URL of a post, or null if the host does not show posts. */
export function postAddress(id: string): string | null {
  return filled(config.postUrl, 'id', id)
}

/** The sign-in URL that returns to this page, or the host's home; null if the host set neither. */
export function signInAddress(): string | null {
  return filled(config.signInUrl, 'path', location.pathname + location.search) ?? config.homeUrl
}

function filled(template: string, name: string, value: string): string | null {
  if (template === '') return null
  return new URL(template.replace(`{${name}}`, encodeURIComponent(value)), config.base).href
}

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

function hostsOf(list: string): readonly string[] | null {
  if (list === '') return null
  return list === "'none'" ? [] : list.split(' ')
}

function addressOf(name: string): string | null {
  const value = meta(name)
  return value === '' ? null : new URL(value, document.baseURI).href
}

function folder(address: string): string {
  return address.endsWith('/') ? address : `${address}/`
}
