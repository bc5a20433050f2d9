/** How the console looks in the design of the host. */
export interface ConsoleTheme {
  /**
   * The colour of buttons, links and whatever is selected: `#rgb` or `#rrggbb`. Where it would not be
   * readable, a darker or a lighter shade of it is used.
   */
  readonly accent?: string
  /** The radius of corners of buttons and fields in pixels, 0 to 24. Others are derived from it. */
  readonly radius?: number
  /** A CSS font family list: `'"Brand Sans", system-ui, sans-serif'`. */
  readonly font?: string
  /**
   * The path of a style sheet of the same origin, loaded last. It may set the custom properties of
   * `tokens.css` and add `@font-face` rules.
   */
  readonly css?: string
}

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
  /**
   * Where the hooks router is mounted: for an example, and for what the workbench sends. Other URLs come from
   * the records.
   */
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
  /**
   * Whose initials the console shows for a webhook without an emoji: those that your app shows beside its
   * messages. `'webhook'`: of its name. Default: `'owner'`, whose picture messages have.
   */
  readonly initialsOf?: 'owner' | 'webhook'
  /** Below 5.12 *Integration Management* is called *Custom Integrations*. Default: the server's version. */
  readonly compatVersion?: string
}

/** Whether a value is right, and what it should be. */
type Check = readonly [isValid: (value: unknown) => boolean, expected: string]

const MAX_RADIUS = 24
const COLOUR = /^#(?:[\da-f]{3}|[\da-f]{6})$/i
/** The name of a font, without quotes or between them. */
const FAMILY = /^(?:[-\w ]+|"[-\w .&+]+"|'[-\w .&+]+')$/
const OTHER_ORIGIN = /^(?:[a-z][-+.a-z\d]*:|\/\/|\\)/i
const HOST = /^(?:\*\.)?[\w.-]+(?::\d{1,5})?$/
const ORIGIN = /^https?:\/\/(?:\*\.)?[\w.-]+(?::\d{1,5})?$/

const PATH: Check = [isText, 'a path such as /api/v4']
const ADDRESS: Check = [(value) => typeof value === 'string', 'a path or a URL, which is a string']
const LABEL: Check = [isText, 'a text that is not empty']
const HOSTS = 'a list of hosts such as pictures.example.org'
const TEXT: Check = [(value) => typeof value === 'string', 'a string']
/** Its members are checked. */
const MEMBERS: Check = [() => true, '']

const CHECKS: Readonly<Record<keyof ConsoleOptions, Check>> = {
  apiBase: PATH,
  hooksBase: PATH,
  homeUrl: ADDRESS,
  postUrl: ADDRESS,
  signInUrl: ADDRESS,
  signOut: [(value) => typeof value === 'boolean', 'true or false'],
  signOutUrl: ADDRESS,
  token: [isTokenSource, "{ storage: 'session' or 'local', key: '…', path: '…' }"],
  teamName: TEXT,
  brand: MEMBERS,
  theme: MEMBERS,
  labels: MEMBERS,
  frameAncestors: [Array.isArray, `a list such as ["'self'"]`],
  imageHosts: [Array.isArray, HOSTS],
  initialsOf: [(value) => value === 'owner' || value === 'webhook', "'owner' or 'webhook'"],
  compatVersion: TEXT,
}
const BRAND: Readonly<Record<keyof ConsoleBrand, Check>> = { name: LABEL, logoUrl: LABEL }
const LABELS: Readonly<Record<keyof ConsoleLabels, Check>> = {
  backToHome: LABEL,
  home: LABEL,
  mainMenu: LABEL,
  integrations: LABEL,
  systemConsole: LABEL,
}
const THEME: Readonly<Record<keyof ConsoleTheme, Check>> = {
  accent: [(value) => typeof value === 'string' && COLOUR.test(value), 'a colour such as #0b6583'],
  radius: [
    (value) => typeof value === 'number' && value >= 0 && value <= MAX_RADIUS,
    `a number of pixels from 0 to ${MAX_RADIUS}`,
  ],
  font: [
    (value) =>
      typeof value === 'string' && value.split(',').every((name) => FAMILY.test(name.trim())),
    'names of fonts such as "Brand Sans", system-ui, sans-serif',
  ],
  css: [
    (value) => typeof value === 'string' && value !== '' && !OTHER_ORIGIN.test(value),
    'the path of a style sheet of the same origin, such as /brand.css',
  ],
}
const ANCESTOR: Check = [
  (source) => source === "'self'" || (typeof source === 'string' && ORIGIN.test(source)),
  "'self', with the single quotes, or an origin such as https://app.example.org",
]
const IMAGE_HOST: Check = [(host) => typeof host === 'string' && HOST.test(host), HOSTS]

/** Throws a `TypeError` for an invalid option. */
export function checkOptions(options: ConsoleOptions): void {
  const given: unknown = options
  if (typeof given !== 'object' || given === null) {
    throw new TypeError('consoleRouter: expected an object with apiBase and hooksBase')
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(CHECKS, name))
  if (unknown !== undefined) {
    const all = Object.keys(CHECKS).join(', ')
    throw new TypeError(
      `consoleRouter: there is no ${unknown}; expected an object with some of ${all}`,
    )
  }
  const values: Readonly<Partial<Record<string, unknown>>> = { ...given }
  for (const [name, rule] of Object.entries(CHECKS)) check(name, values[name], rule)
  for (const name of ['apiBase', 'hooksBase']) check(name, values[name] ?? null, PATH)
  checkMembers('brand', options.brand, BRAND)
  checkMembers('labels', options.labels, LABELS)
  for (const source of options.frameAncestors ?? []) check('frameAncestors', source, ANCESTOR)
  for (const host of options.imageHosts ?? []) check('imageHosts', host, IMAGE_HOST)
  checkMembers('theme', options.theme, THEME)
}

function isTokenSource(token: unknown): boolean {
  if (typeof token !== 'object' || token === null) return false
  const members: Readonly<Partial<Record<string, unknown>>> = { ...token }
  const { storage, key, path } = members
  const isPlace = storage === 'session' || storage === 'local'
  return isPlace && isText(key) && (path === undefined || isText(path))
}

/** Throws a `TypeError` for a value that is there and wrong. */
function check(name: string, value: unknown, [isValid, expected]: Check): void {
  if (value === undefined || isValid(value)) return
  throw new TypeError(`${name}: expected ${expected}, got ${JSON.stringify(value)}`)
}

/** The same for the members of an object, which has no others. */
function checkMembers(name: string, value: unknown, checks: Readonly<Record<string, Check>>): void {
  if (value === undefined) return
  const names = Object.keys(checks).join(', ')
  if (!(value instanceof Object) || Array.isArray(value)) {
    throw new TypeError(`${name}: expected an object with some of ${names}`)
  }
  for (const [member, given] of Object.entries(value)) {
    const rule = checks[member]
    if (!rule) throw new TypeError(`${name}.${member}: expected one of ${names}`)
    check(`${name}.${member}`, given, rule)
  }
}

/** A text that is not empty. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
