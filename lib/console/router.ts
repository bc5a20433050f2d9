import { hash } from 'node:crypto'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Request, type RequestHandler, Router } from 'express'
import { BUILT_FILES, BUILT_PARTS } from './built-files.cjs'
import { checkOptions, type ConsoleOptions } from './options.js'
import { themeSheet } from './theme.js'

export type {
  ConsoleBrand,
  ConsoleLabels,
  ConsoleOptions,
  ConsoleTheme,
  TokenSource,
} from './options.js'

/** As small as a tenth of a second of work makes the largest file. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** In the order in which they are preferred. */
const ENCODINGS = {
  br: (text: string): Promise<Buffer> => promisify(brotliCompress)(text, BROTLI),
  gzip: (text: string): Promise<Buffer> => promisify(gzip)(text),
}
const NAMES = ['br', 'gzip'] as const

/**
 * Sends files, by the last part of the path. Each is compressed once, when a browser first asks for it. Their
 * names change with their contents.
 */
function pageFiles(files: ReadonlyMap<string, string>): RequestHandler {
  const kept = new Map<string, Promise<Buffer>>()
  return async (req, res, next) => {
    const name = req.path.slice(req.path.lastIndexOf('/') + 1)
    const text = files.get(name)
    if (text === undefined) {
      next()
      return
    }
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    res.vary('Accept-Encoding').type(extname(name))
    const encoding = NAMES.find((each) => req.acceptsEncodings(each) !== false)
    if (encoding === undefined) {
      res.send(text)
      return
    }
    const key = `${name}.${encoding}`
    const packed = kept.get(key) ?? ENCODINGS[encoding](text)
    kept.set(key, packed)
    res.setHeader('Content-Encoding', encoding).send(await packed)
  }
}

/**
 * Creates the page for a relative path from its URL to the mount path. `themeFile` is the name of the
 * theme's style sheet among the assets, or null.
 */
function consolePage(
  options: ConsoleOptions,
  themeFile: string | null,
): (wayToMount: string) => string {
  const config = configOf(options)
  const { script, style, theme } = BUILT_FILES
  const sheets = [
    `assets/${style.name}`,
    ...(themeFile === null ? [] : [`assets/${themeFile}`]),
    ...(options.theme?.css === undefined ? [] : [options.theme.css]),
  ]
    .map((sheet) => `<link rel="stylesheet" href="${escaped(sheet)}">`)
    .join('\n')
  // The browser need not read the script to know what it imports.
  const parts = BUILT_PARTS.filter(({ isFirst }) => isFirst).map(
    ({ name }) => `<link rel="modulepreload" href="assets/${name}">`,
  )
  return (wayToMount) => `<!doctype html>
<html class="eiw" lang="en">
<head>
<meta charset="utf-8">
<base href="${escaped(wayToMount)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<script type="application/json" id="config">${config}</script>
<title>Incoming Webhooks</title>
<script src="assets/${theme.name}"></script>
${sheets}
<link rel="icon" href="${escaped(options.brand?.logoUrl ?? MARK)}">
${parts.join('\n')}
<script type="module" src="assets/${script.name}"></script>
</head>
<body>
<div id="app"></div>
<noscript><p>These pages need JavaScript.</p></noscript>
</body>
</html>
`
}

/** The mark beside the name of the console. */
const MARK = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 28 28">' +
    '<rect x="-4" y="-4" width="28" height="28" rx="6" fill="#0b6583"/>' +
    '<g fill="none" stroke="#fff" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round">' +
    '<path d="M3 4.500h14v8.500H9.500L6 16v-3H3z"/><path d="m8 10.800 3.800-4.200M9 6.400h3v3"/></g></svg>',
)}`

/** A block of data, which no policy takes for a script. */
function configOf({ theme: _theme, frameAncestors: _ancestors, ...read }: ConsoleOptions): string {
  const { programs, emoji } = BUILT_FILES
  const config = {
    ...read,
    programs: `assets/${programs.name}`,
    emoji: `assets/${emoji.name}`,
  }
  // The block would end at `</script>`.
  return JSON.stringify(config).replaceAll('<', String.raw`\u003c`)
}

function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}

const PAGES = [
  '/',
  '/add',
  '/hooks/:id',
  '/hooks/:id/requests/:request',
  '/hooks/:id/incidents',
  '/hooks/:id/edit',
  '/hooks/:id/connect',
  '/hooks/:id/workbench',
  '/console/integrations',
  '/console/requests',
  '/console/logging',
  '/console/logs',
]

/**
 * The web pages for management, for any mount path. They call the admin router and the auth router
 * over HTTP as the user who is signed in in the browser. Below a mount path, a browser gets a page
 * for unknown paths too; other requests go on to the host. Throws a `TypeError` for a missing or
 * invalid option.
 *
 * @example
 * ```ts
 * const app = express()
 * app.use('/api/v4', webhooks.adminRouter)
 * app.use('/admin', consoleRouter({ apiBase: '../api/v4', hooksBase: '../hooks' }))
 * ```
 */
export function consoleRouter(options: ConsoleOptions): Router {
  checkOptions(options)
  const sheet = themeSheet(options.theme)
  const themeFile = sheet === '' ? null : `brand.${hash('sha256', sheet).slice(0, 8)}.css`
  const built = [...Object.values(BUILT_FILES), ...BUILT_PARTS]
  const files = new Map(built.map(({ name, text }) => [name, text]))
  if (themeFile !== null) files.set(themeFile, sheet)
  const page = consolePage(options, themeFile)
  const policy = policyOf(options.frameAncestors ?? [])
  const sendPage: RequestHandler = (req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('Content-Security-Policy', policy)
    res.type('html').send(page(wayToMount(req)))
  }
  const router = Router()
  router.get('/assets/:name', harmless, pageFiles(files))
  for (const path of PAGES) router.get(path, harmless, sendPage)
  router.use((req, res, next) => {
    if (!isUnknownPage(req)) {
      next()
      return
    }
    harmless(req, res, () => {
      res.status(404)
      sendPage(req, res, next)
    })
  })
  return router
}

/** Whether a browser asks for a page below the mount path. Without one, all paths are the host's. */
function isUnknownPage({ method, baseUrl, path, headers }: Request): boolean {
  if (baseUrl === '' || path.startsWith('/assets')) return false
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '')
}

function policyOf(frameAncestors: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors.join(' ') || "'none'"}`,
  ].join('; ')
}

// Relative, because a proxy may remove a prefix that only the browser knows.
function wayToMount({ path, baseUrl, originalUrl }: Request): string {
  if (path === '/' && !/^[^?]*\/(\?|$)/.test(originalUrl)) {
    return `./${baseUrl.slice(baseUrl.lastIndexOf('/') + 1)}/`
  }
  return '../'.repeat(path.split('/').length - 2) || './'
}

const harmless: RequestHandler = (_req, res, next) => {
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('X-Robots-Tag', 'noindex')
  next()
}
