import type { Assets } from './assets.js'

/** What stands in the place of the console's own name and mark. */
export interface ConsoleBrand {
  readonly name?: string
  /** A picture of the same origin; others are not loaded. */
  readonly logoUrl?: string
}

/**
 * Addresses may be absolute paths (`/api/v4`) or relative to where the console is mounted
 * (`../api/v4`), which stays right when the whole host moves under a prefix.
 */
export interface ConsoleOptions {
  /** Where the admin router is mounted; the auth router is expected at `users` below it. */
  readonly apiBase: string
  /** Where the hooks router is mounted; for an example only, real URLs come from the records. */
  readonly hooksBase: string
  /** The target of *Back to messages*; without it there is no such link. */
  readonly homeUrl?: string
  /** The address of a post, `{id}` in the place of its id; without it posts are not linked. */
  readonly postUrl?: string
  /** Where people sign in, `{path}` in the place of the page to come back to: `/login?to={path}`. */
  readonly signInUrl?: string
  readonly teamName?: string
  readonly brand?: ConsoleBrand
  /** Below 5.12 *Integration Management* is called *Custom Integrations*. Default: what the server says. */
  readonly compatVersion?: string
}

/** Makes the page, given the way from its address to the mount path; throws a `TypeError` that names a missing option. */
export function consolePage(
  options: ConsoleOptions,
  assets: Assets,
): (wayToMount: string) => string {
  for (const name of ['apiBase', 'hooksBase'] as const) {
    if (typeof options[name] !== 'string' || options[name] === '') {
      throw new TypeError(`${name}: expected a path such as /api/v4`)
    }
  }
  const metas = Object.entries({
    'api-base': options.apiBase,
    'hooks-base': options.hooksBase,
    'home-url': options.homeUrl,
    'post-url': options.postUrl,
    'sign-in-url': options.signInUrl,
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

function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}
