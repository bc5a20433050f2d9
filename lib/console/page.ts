import type { Assets } from './assets.js'

/** A name and a picture instead of the console's own. */
export interface ConsoleBrand {
  readonly name?: string
  /** A picture of the same origin; pictures of other origins are not loaded. */
  readonly logoUrl?: string
}

/** Where a page of the same origin has stored the bearer token, as it is. */
export interface TokenSource {
  readonly storage: 'session' | 'local'
  readonly key: string
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
  /** The sign-in page, with `{path}` for the page to return to: `/login?to={path}`. */
  readonly signInUrl?: string
  /**
   * Where your sign-in keeps the bearer token in the browser. Default: `sessionStorage`, as `eiw-token`.
   * Without a token there, the calls have only cookies. *Sign out* removes it.
   */
  readonly token?: TokenSource
  /**
   * Whether *Sign out* is shown without a token too: `users/logout` below `apiBase` then ends the
   * session of your cookie. Default: false.
   */
  readonly signOut?: boolean
  readonly teamName?: string
  readonly brand?: ConsoleBrand
  /** Below 5.12 *Integration Management* is called *Custom Integrations*. Default: the server's version. */
  readonly compatVersion?: string
}

/**
 * Creates the page for a relative path from its URL to the mount path. Throws a `TypeError` for an
 * invalid option.
 */
export function consolePage(
  options: ConsoleOptions,
  assets: Assets,
): (wayToMount: string) => string {
  for (const name of ['apiBase', 'hooksBase'] as const) {
    if (typeof options[name] !== 'string' || options[name] === '') {
      throw new TypeError(`${name}: expected a path such as /api/v4`)
    }
  }
  checkToken(options.token)
  const metas = Object.entries({
    'token-storage': options.token?.storage,
    'token-key': options.token?.key,
    'api-base': options.apiBase,
    'hooks-base': options.hooksBase,
    'home-url': options.homeUrl,
    'post-url': options.postUrl,
    'sign-in-url': options.signInUrl,
    'sign-out': options.signOut === true ? 'cookie' : undefined,
    'team-name': options.teamName,
    'brand-name': options.brand?.name,
    'brand-logo': options.brand?.logoUrl,
    'compat-version': options.compatVersion,
  })
    .flatMap(([name, value]) =>
      value ? [`<meta name="${name}" content="${escaped(value)}">`] : [],
    )
    .join('\n')
  return (wayToMount) => `<!doctype html>
<html class="eiw" lang="en">
<head>
<meta charset="utf-8">
<base href="${escaped(wayToMount)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${metas}
<title>Incoming Webhooks</title>
<script src="assets/${assets.theme}"></script>
<link rel="stylesheet" href="assets/${assets.style}">
<link rel="icon" href="data:,">
<script type="module" src="assets/${assets.script}"></script>
</head>
<body>
<div id="app"></div>
<noscript><p>These pages need JavaScript.</p></noscript>
</body>
</html>
`
}

function checkToken(token: unknown): void {
  if (token === undefined) return
  const isSource =
    token instanceof Object &&
    'storage' in token &&
    (token.storage === 'session' || token.storage === 'local') &&
    'key' in token &&
    typeof token.key === 'string' &&
    token.key !== ''
  if (isSource) return
  throw new TypeError("token: expected { storage: 'session' or 'local', key: '…' }")
}

function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}
