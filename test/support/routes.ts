import type { IRouter } from 'express'

/** The routes of a router and of the routers in it: `GET /path`, below where each is mounted. */
export function routesOf(router: IRouter): readonly string[] {
  return router.stack.flatMap(({ route, handle }) => {
    if (isRouter(handle)) return routesOf(handle)
    if (!route) return []
    const methods = new Set(route.stack.map(({ method }): unknown => method))
    return [...methods]
      .filter((method) => typeof method === 'string')
      .map((method) => `${method.toUpperCase()} ${route.path}`)
  })
}

function isRouter(handle: object): handle is IRouter {
  return 'stack' in handle
}
