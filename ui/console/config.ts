import {
  isTrue,
  pageConfig,
  textOf,
  textsOf,
  type Wire,
  wireOf,
} from 'express-incoming-webhooks-ui'
import { fieldNames, recordOf } from '../../lib/model/fields.js'

// The options of the console's router.
const given = pageConfig()
const brand = wireOf(given['brand'])
const words = wireOf(given['labels'])

/** Values that the server wrote into the page. URLs are absolute; null if the host did not set one. */
export const config = {
  base: new URL(document.baseURI),
  apiBase: folder(addressIn(given, 'apiBase') ?? document.baseURI),
  hooksBase: folder(addressIn(given, 'hooksBase') ?? document.baseURI),
  homeUrl: addressIn(given, 'homeUrl'),
  signInUrl: textOf(given, 'signInUrl'),
  signOutUrl: addressIn(given, 'signOutUrl'),
  signsOutCookie: isTrue(given, 'signOut'),
  logoUrl: addressIn(brand, 'logoUrl'),
  postUrl: textOf(given, 'postUrl'),
  teamName: textOf(given, 'teamName'),
  brandName: textOf(brand, 'name'),
  compatVersion: textOf(given, 'compatVersion'),
  /** Null if the host does not say from where pictures are shown. */
  imageHosts: given['imageHosts'] === undefined ? null : textsOf(given['imageHosts']),
  /** Whose initials a message has without a picture of its own. */
  initialsOf: textOf(given, 'initialsOf') === 'webhook' ? 'webhook' : 'owner',
  programs: textOf(given, 'programs'),
  emoji: textOf(given, 'emoji'),
} as const

/** Words that the host may replace. */
const LABELS = {
  backToHome: 'Back to messages',
  home: 'Messages',
  mainMenu: 'Main Menu',
  integrations: 'Integrations',
  systemConsole: 'System Console',
}
export const labels = recordOf<typeof LABELS>(
  fieldNames(LABELS),
  (name) => textOf(words, name) || LABELS[name],
)

/** The URL of a post, or null if the host does not show posts. */
export function postAddress(id: string): string | null {
  return filled(config.postUrl, 'id', id)
}

/** The sign-in URL that returns to this page, or the host's home; null if the host set neither. */
export function signInAddress(): string | null {
  return filled(config.signInUrl, 'path', location.pathname + location.search) ?? config.homeUrl
}

function filled(template: string, name: string, value: string) {
  if (template === '') return null
  return new URL(template.replace(`{${name}}`, encodeURIComponent(value)), config.base).href
}

function addressIn(options: Wire, name: string) {
  const value = textOf(options, name)
  return value === '' ? null : new URL(value, document.baseURI).href
}

function folder(address: string) {
  return address.endsWith('/') ? address : `${address}/`
}

/** Hosts that are named; more are counted. */
const MOST_NAMED = 5

/** From where the app shows pictures, or null if it does not say. */
export function pictureSources(): string | null {
  const { imageHosts } = config
  if (imageHosts === null) return null
  if (imageHosts.length === 0) return "This app doesn't show pictures from other sites."
  const named = imageHosts.slice(0, MOST_NAMED)
  const more = imageHosts.length - named.length
  const all = more === 0 ? named : [...named, `${more} more`]
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(all)
  return `This app shows pictures from other sites only if they are on ${list}.`
}
