import type { RequestHandler, Router } from 'express'
import { WebhookError } from '../model/errors.js'
import { fieldNames } from '../model/fields.js'
import type { Route } from '../model/routes.js'

/** In the order in which `Allow` has them. */
const METHODS = ['get', 'post', 'put', 'delete'] as const

/**
 * Adds the routes of a table, or those below `root`, where the router is mounted then. Another method
 * on one of their paths gets a 405 with `Allow`.
 */
export function addRoutes<Name extends string>(
  router: Router,
  routes: Readonly<Record<Name, Pick<Route, 'method' | 'path'>>>,
  handlerOf: (name: Name) => RequestHandler,
  root = '',
): Router {
  const names = fieldNames(routes)
  for (const path of new Set(names.map((name) => routes[name].path))) {
    if (!path.startsWith(root)) continue
    const route = router.route(path.slice(root.length).replaceAll(/\{(\w+)\}/g, ':$1') || '/')
    const here = names.filter((name) => routes[name].path === path)
    const allowed: string[] = []
    for (const method of METHODS) {
      const name = here.find((each) => routes[each].method === method)
      if (name === undefined) continue
      route[method](handlerOf(name))
      allowed.push(method === 'get' ? 'GET, HEAD' : method.toUpperCase())
    }
    route.all(methodNotAllowed(allowed.join(', ')))
  }
  return router
}

function methodNotAllowed(allow: string): RequestHandler {
  return (_req, res, next) => {
    res.setHeader('Allow', allow)
    next(new WebhookError('method_not_allowed'))
  }
}
