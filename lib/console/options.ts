import type { ConsoleTheme } from './theme.js'

/** A name and a picture instead of the console's own. */
export interface ConsoleBrand {
  /** The name in the bar. Default: `teamName`, or *Webhooks*. */
  readonly name?: string
  /** A picture of the same origin; pictures of other origins are not loaded. */
  readonly logoUrl?: string
}

/** Where a page of the same origin has stored the bearer token. */
export interface TokenSource {
  /** `sessionStorage` or `localStorage`. */
  readonly storage: 'session' | 'local'
  /** The name of the item. *Sign out* removes all of it. */
  readonly key: string
  /**
   * Where the token is in an item that is JSON: the names of members with dots between them, such as
   * `user.token`. Default: the item is the token.
   */
  readonly path?: string
}

/** Words instead of the console's own, for apps that are not a chat. */
export interface ConsoleLabels {
  /** The link to `homeUrl` beside the pages. Default: *Back to messages*. */
  readonly backToHome?: string
  /** The same link in the menu. Default: *Messages*. */
  readonly home?: string
  /** The accessible name of the menu. Default: *Main Menu*. */
  readonly mainMenu?: string
  /** The heading above the pages for webhooks. Default: *Integrations*. */
  readonly integrations?: string
  /** The heading above the pages for administrators. Default: *System Console*. */
  readonly systemConsole?: string
}

/**
 * Paths may be absolute (`/api/v4`) or relative to where the console is mounted (`../api/v4`), which
 * still works if the whole host moves under a prefix.
 */
export interface ConsoleOptions {
  /** Where the admin router is mounted; the auth router is expected at `users` below it. */
  readonly apiBase: string
  /** Where the hooks router is mounted. Only used in an example; real URLs come from the records. */
  readonly hooksBase: string
  /** The target of *Back to messages*; without it the link is not shown. */
  readonly homeUrl?: string
  /** The URL of a post, with `{id}` for its id; without it posts are not linked. */
  readonly postUrl?: string
  /** The sign-in page, with `{path}` for the page to return to: `/login?to={path}`. Default: `homeUrl`. */
  readonly signInUrl?: string
  /**
   * Whether *Sign out* is shown without a token too: `users/logout` below `apiBase` then ends the
   * session of your cookie. Default: false.
   */
  readonly signOut?: boolean
  /** A page that signs the user out, for hosts whose users are known by cookies. */
  readonly signOutUrl?: string
  /**
   * Where your sign-in keeps the bearer token in the browser. Default: `sessionStorage`, as `eiw-token`.
   * Without a token there, the calls have only cookies. *Sign out* removes it.
   */
  readonly token?: TokenSource
  /** In the title of each page, and in the bar if there is no `brand.name`. Default: none. */
  readonly teamName?: string
  /** A name and a picture instead of the console's own. */
  readonly brand?: ConsoleBrand
  /** Colour, corners, font and a style sheet of the host. */
  readonly theme?: ConsoleTheme
  /** Words instead of the console's own. */
  readonly labels?: ConsoleLabels
  /**
   * The origins of pages that may show the console in a frame: `'self'` (with the quotes),
   * `https://app.example.org` or `https://*.example.org`. Default: none.
   */
  readonly frameAncestors?: readonly string[]
  /**
   * The hosts, as in `pictures.example.org` or `localhost:8080`, from which your app shows pictures
   * besides its own: said where people enter the URL of a picture. `[]`: none. Default: nothing is said.
   */
  readonly imageHosts?: readonly string[]
  /** Below 5.12 *Integration Management* is called *Custom Integrations*. Default: the server's version. */
  readonly compatVersion?: string
}

const NAMES: Readonly<Record<keyof ConsoleOptions, true>> = {
  apiBase: true,
  hooksBase: true,
  homeUrl: true,
  postUrl: true,
  signInUrl: true,
  signOut: true,
  signOutUrl: true,
  token: true,
  teamName: true,
  brand: true,
  theme: true,
  labels: true,
  frameAncestors: true,
  imageHosts: true,
  compatVersion: true,
}
const BRAND = ['name', 'logoUrl'] as const
const TEXTS = ['teamName', 'compatVersion'] as const
const URLS = ['homeUrl', 'postUrl', 'signInUrl', 'signOutUrl'] as const
const LABELS = ['backToHome', 'home', 'mainMenu', 'integrations', 'systemConsole'] as const
const HOST = /^(?:\*\.)?[\w.-]+(?::\d{1,5})?$/
const ORIGIN = /^https?:\/\/(?:\*\.)?[\w.-]+(?::\d{1,5})?$/

/** Throws a `TypeError` for an invalid option. The theme is checked when its style sheet is written. */
export function checkOptions(options: ConsoleOptions): void {
  const given: unknown = options
  if (typeof given !== 'object' || given === null) {
    throw new TypeError('consoleRouter: expected an object with apiBase and hooksBase')
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(NAMES, name))
  if (unknown !== undefined) {
    throw new TypeError(`consoleRouter: there is no ${unknown}; ${oneOf(Object.keys(NAMES))}`)
  }
  for (const name of ['apiBase', 'hooksBase'] as const) {
    if (!isText(options[name])) throw new TypeError(`${name}: expected a path such as /api/v4`)
  }
  for (const name of URLS) {
    const value: unknown = options[name]
    if (value !== undefined && typeof value !== 'string') {
      throw new TypeError(`${name}: expected a path or a URL, which is a string`)
    }
  }
  for (const name of TEXTS) {
    const value: unknown = options[name]
    if (value !== undefined && typeof value !== 'string') {
      throw new TypeError(`${name}: expected a string`)
    }
  }
  const signOut: unknown = options.signOut
  if (signOut !== undefined && typeof signOut !== 'boolean') {
    throw new TypeError('signOut: expected true or false')
  }
  checkToken(options.token)
  checkTexts('brand', options.brand, BRAND)
  checkTexts('labels', options.labels, LABELS)
  checkFrameAncestors(options.frameAncestors)
  checkImageHosts(options.imageHosts)
}

function checkToken(token: unknown): void {
  if (token === undefined) return
  const isSource =
    token instanceof Object &&
    'storage' in token &&
    (token.storage === 'session' || token.storage === 'local') &&
    'key' in token &&
    isText(token.key) &&
    (!('path' in token) || token.path === undefined || isText(token.path))
  if (isSource) return
  throw new TypeError("token: expected { storage: 'session' or 'local', key: '…', path: '…' }")
}

function checkTexts(option: string, texts: unknown, names: readonly string[]): void {
  if (texts === undefined) return
  if (!(texts instanceof Object)) throw new TypeError(`${option}: ${oneOf(names)}`)
  for (const [name, text] of Object.entries(texts)) {
    if (!names.includes(name)) throw new TypeError(`${option}.${name}: ${oneOf(names)}`)
    if (text !== undefined && !isText(text)) {
      throw new TypeError(`${option}.${name}: expected a text that is not empty`)
    }
  }
}

function checkFrameAncestors(sources: unknown): void {
  if (sources === undefined) return
  if (!Array.isArray(sources)) {
    throw new TypeError(`frameAncestors: expected a list such as ["'self'"]`)
  }
  for (const source of sources) {
    if (source === "'self'" || (typeof source === 'string' && ORIGIN.test(source))) continue
    const advice = source === 'self' ? ` Write "'self'", with the single quotes.` : ''
    throw new TypeError(
      `frameAncestors: expected 'self' or an origin such as https://app.example.org, got ${JSON.stringify(source)}.${advice}`,
    )
  }
}

function checkImageHosts(hosts: unknown): void {
  if (hosts === undefined) return
  const advice = 'imageHosts: expected a list of hosts such as pictures.example.org'
  if (!Array.isArray(hosts)) throw new TypeError(advice)
  for (const host of hosts) {
    if (typeof host === 'string' && HOST.test(host)) continue
    throw new TypeError(`${advice}, got ${JSON.stringify(host)}`)
  }
}

/** The advice for a member whose name is unknown. */
function oneOf(names: readonly string[]): string {
  return `expected an object with some of ${names.join(', ')}`
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
