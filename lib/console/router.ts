import { hash } from 'node:crypto'
import { type Request, type RequestHandler, Router } from 'express'
import { BUILT_FILES, BUILT_PARTS } from './built-files.cjs'
import { pageFiles } from './files.js'
import { checkOptions, type ConsoleOptions } from './options.js'
import { consolePage } from './page.js'
import { themeSheet } from './theme.js'

export type {
  ConsoleBrand,
  ConsoleLabels,
  ConsoleOptions,
  ConsoleTheme,
  TokenSource,
} from './options.js'

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
