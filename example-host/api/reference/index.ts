import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import express, { type RequestHandler, Router } from 'express'
import { contentPolicy } from '../../headers.js'

/** The page asks as the signed-in user, whose cookie counts only beside such a header. */
const START = `SwaggerUIBundle({
  url: '../api/v4/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  requestInterceptor(request) {
    request.headers['X-Requested-With'] = 'reference'
    return request
  },
})
`

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>API reference</title>
<link rel="stylesheet" href="swagger-ui.css">
<script src="swagger-ui-bundle.js" defer></script>
<script src="start.js" defer></script>
</head>
<body>
<noscript>This page needs JavaScript, which is turned off in this browser.</noscript>
<main id="reference"></main>
</body>
</html>
`

/** The document that describes all routes. The schemas it is made of are loaded when it is asked for. */
export function apiDocument(): RequestHandler {
  let text: string | null = null
  return async (_req, res) => {
    text ??= JSON.stringify(await makeDocument())
    res.setHeader('Cache-Control', 'no-store').type('application/json').send(text)
  }
}

async function makeDocument(): Promise<object> {
  const [{ openApiDocument }, { CHAT_OPERATIONS }, { CHAT_SCHEMAS }] = await Promise.all([
    import('express-incoming-webhooks/openapi'),
    import('./operations.js'),
    import('./schemas.js'),
  ])
  // Relative to the document, because a proxy may remove a prefix.
  return openApiDocument({
    siteUrl: '../..',
    operations: CHAT_OPERATIONS,
    schemas: CHAT_SCHEMAS,
  })
}

/** `/reference/`: a page that shows the document. */
export function referencePage(): Router {
  const router = Router({ strict: true })
  router.use(
    contentPolicy({
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      formAction: ["'none'"],
    }),
  )
  router.get('/', (req, res) => {
    if (req.originalUrl.split('?')[0]?.endsWith('/')) res.type('text/html').send(PAGE)
    else res.redirect(302, './reference/')
  })
  router.get('/start.js', (_req, res) => {
    res.type('text/javascript').send(START)
  })
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  // Only the files that the page names.
  router.get(['/swagger-ui.css', '/swagger-ui-bundle.js'], express.static(folder))
  return router
}
