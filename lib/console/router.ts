import { extname } from 'node:path'
import { type Request, type RequestHandler, Router } from 'express'
import { findAssets, readAsset } from './assets.js'
import { consolePage, type ConsoleOptions } from './page.js'

export type { ConsoleBrand, ConsoleOptions, TokenSource } from './page.js'

const PAGES = [
  '/',
  '/add',
  '/hooks/:id',
  '/hooks/:id/edit',
  '/hooks/:id/connect',
  '/console/integrations',
  '/console/logging',
  '/console/logs',
]

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The web pages for management, for any mount path: `app.use('/admin', consoleRouter({ … }))`. They
 * call the admin router and the auth router over HTTP as the user who is signed in in the browser.
 * Other paths go on to the host. Throws a `TypeError` for a missing option.
 */
export function consoleRouter(options: ConsoleOptions): Router {
  const page = consolePage(options, findAssets())
  const sendPage: RequestHandler = (req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    res.type('html').send(page(wayToMount(req)))
  }
  const router = Router()
  router.get('/assets/:name', harmless, sendAsset)
  for (const path of PAGES) router.get(path, harmless, sendPage)
  return router
}

const sendAsset: RequestHandler = (req, res, next) => {
  const { name } = req.params
  const content = typeof name === 'string' ? readAsset(name) : null
  if (typeof name !== 'string' || content === null) {
    next()
    return
  }
  // Safe to cache: the names change with the content.
  res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
  res.type(extname(name)).send(content)
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
