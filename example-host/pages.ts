import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { IncomingMessage } from 'node:http'
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express'
import { WebhookError } from 'express-incoming-webhooks'
import { fieldsOf } from './fields.js'
import type { ImageHosts } from './environment.js'
import type { ChatStore } from './store/index.js'

const BUILT = fileURLToPath(new URL('./web/', import.meta.url))
const ASSETS = ['chat.js', 'theme.js', 'chat-pages.css', 'highlight.js'] as const
const DEFAULT_CHANNEL = 'town-square'

interface PageOptions {
  readonly store: ChatStore
  readonly imageHosts: ImageHosts
  /** Whether the request has the cookie of a session. */
  readonly isSignedIn: (req: IncomingMessage) => Promise<boolean>
}

/** The chat's pages: a single document with client-side routing, for any mount path. */
export function pageRoutes({ store, imageHosts, isSignedIn }: PageOptions): Router {
  const send = pageSender(imageHosts)
  const ofTeam: RequestHandler = async (req, res, next) => {
    if (store.teams.some(({ name }) => name === req.params['team']))
      send(req, res, (await isSignedIn(req)) ? 'open' : 'none')
    else next()
  }
  const router = Router()
  router.use('/assets', assets())
  router.get('/', async (req, res) => {
    res
      .setHeader('Cache-Control', 'no-store')
      .redirect(302, `${wayToRoot(req)}${await startPath(store)}`)
  })
  router.get('/login', (req, res) => {
    send(req, res)
  })
  router.get('/:team/channels/:name', ofTeam)
  router.get('/:team/pl/:post', ofTeam)
  return router
}

/** Responds to unknown addresses with a page in browsers. Programs get a 404 as JSON. */
export function notFoundPage(imageHosts: ImageHosts): ErrorRequestHandler {
  const send = pageSender(imageHosts)
  return (error: unknown, req: Request, res, next) => {
    const isUnknown = error instanceof WebhookError && error.code === 'not_found'
    if (isUnknown && isForBrowser(req)) send(req, res.status(404), 'unknown-page')
    else next(error)
  }
}

function isForBrowser(req: Request): boolean {
  if (req.method !== 'GET' || /^\/(api|hooks|assets)\//.test(req.path)) return false
  return req.accepts(['json', 'html']) === 'html'
}

/** The state that a page contains: whether a session is open, or that its address is unknown. */
type PageState = 'none' | 'open' | 'unknown-page'

function pageSender(imageHosts: ImageHosts) {
  const html = page(imageHosts)
  return (req: Request, res: Response, state: PageState = 'none'): void => {
    res
      .setHeader('Cache-Control', 'no-store')
      .type('text/html')
      .send(html(wayToRoot(req), state))
  }
}

/** The encodings in which the build has compressed the files, and how their names end then. */
const PACKED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

function assets(): RequestHandler {
  const send = express.static(`${BUILT}assets`, {
    immutable: true,
    maxAge: '1y',
    index: false,
    redirect: false,
    setHeaders: (res: Response, path) => {
      const [encoding, end] = PACKED.find((each) => path.endsWith(each[1])) ?? []
      if (encoding === undefined) return
      res.setHeader('Content-Encoding', encoding).type(extname(path.slice(0, -end.length)))
    },
  })
  return (req, res, next) => {
    const [, end = ''] = PACKED.find(([encoding]) => req.acceptsEncodings(encoding)) ?? []
    res.vary('Accept-Encoding')
    req.url = `${req.path}${end}`
    send(req, res, next)
  }
}

async function startPath(store: ChatStore): Promise<string> {
  const [team] = store.teams
  if (!team) return 'login'
  const usual = await store.channels.byName(DEFAULT_CHANNEL, team.id)
  if (usual?.type === 'public' && usual.deleteAt === 0) {
    return `${team.name}/channels/${DEFAULT_CHANNEL}`
  }
  const [first] = await store.channels.listPublic(team.id, { page: 0, perPage: 1 })
  return `${team.name}/channels/${first?.name ?? DEFAULT_CHANNEL}`
}

// Relative, because a proxy may remove a prefix that only the browser knows.
function wayToRoot({ path, baseUrl, originalUrl }: Request): string {
  if (path === '/' && !/^[^?]*\/(\?|$)/.test(originalUrl)) {
    return `./${baseUrl.slice(baseUrl.lastIndexOf('/') + 1)}/`
  }
  return '../'.repeat(path.split('/').length - 2) || './'
}

/** Creates the document for a relative path from its URL to the mount path. */
function page(imageHosts: ImageHosts): (root: string, state: PageState) => string {
  const list = `${BUILT}assets.json`
  if (!existsSync(list)) return () => 'The pages have not been built: run `npm run build`.'
  const names = fieldsOf(JSON.parse(readFileSync(list, 'utf8')))
  const [chat, theme, style, highlighter] = ASSETS.map((asset) => {
    const name = names[asset]
    if (typeof name !== 'string') throw new Error(`${list} does not list ${asset}`)
    return `assets/${name}`
  })
  const hosts = imageHosts === '*' ? '*' : imageHosts.join(' ')
  return (root, state) => `<!doctype html>
<html class="eiw" lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="root" content="${root}">
<meta name="image-hosts" content="${hosts}">
<meta name="highlighter" content="${highlighter ?? ''}">
<meta name="session" content="${state}">
<link rel="icon" href="data:,">
<title>Messages</title>
<script src="${root}${theme ?? ''}"></script>
<link rel="stylesheet" href="${root}${style ?? ''}">
<script src="${root}${chat ?? ''}" type="module"></script>
</head>
<body>
<noscript>This page needs JavaScript, which is turned off in this browser.</noscript>
<div id="app"></div>
</body>
</html>
`
}
