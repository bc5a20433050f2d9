import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { MaybePromise } from '../adapters/types.js'
import { asError } from '../host/as-error.js'
import { BODIES } from '../manage/bodies.js'
import { fieldNames, recordOf } from '../model/fields.js'
import type { QueryField } from '../model/query-fields.js'
import { BUTTON_ROUTES, MANAGEMENT_ROUTES, type Route, SIGN_IN_ROUTES } from '../model/routes.js'
import { type ChecksFor, inWire } from '../model/sent.js'
import { createReadJson } from './json-body.js'
import { notAllowed, sendJson, sendLines } from './answers.js'

const ROUTES = { ...MANAGEMENT_ROUTES, ...BUTTON_ROUTES, ...SIGN_IN_ROUTES }

/** What is read of bodies. */
type Bodies = {
  readonly [Name in keyof typeof BODIES]: ReturnType<(typeof BODIES)[Name]['read']>
}

/** The name of a route. */
export type RouteName = keyof typeof ROUTES

type QueryOf<Name extends RouteName> = (typeof ROUTES)[Name] extends { readonly query: infer Query }
  ? {
      readonly [Field in keyof Query]: Query[Field] extends QueryField<infer Value> ? Value : never
    }
  : object

type BodyOf<Name extends RouteName> = (typeof ROUTES)[Name] extends {
  readonly body: infer Body extends keyof Bodies
}
  ? Body
  : never

/** A request of a route, of which its handler reads what the table says that there is. */
export interface Asked<Name extends RouteName> {
  readonly req: Request
  readonly res: Response
  /** Throws `invalid_param`. */
  readonly query: () => QueryOf<Name>
  /** Throws what is wrong with the body. */
  readonly body: () => Promise<Bodies[BodyOf<Name>]>
}

const TYPED: { readonly [Name in RouteName]: Route<QueryOf<Name>, BodyOf<Name>> } = ROUTES

const CHECKS: ChecksFor<Bodies> = BODIES

/** What is answered to a request of each route. */
export type RouteHandlers<Name extends RouteName> = {
  readonly [Each in Name]: (asked: Asked<Each>) => MaybePromise<unknown>
}

/** Answers a request of a route. */
type Answer<Name extends RouteName> = <Each extends Name>(
  name: Each,
  asked: Asked<Each>,
) => MaybePromise<unknown>

/** In the order in which `Allow` has them. */
const METHODS = ['get', 'post', 'put', 'delete'] as const

/**
 * A router with these routes, which are all below `root`, where it is mounted. Another method on one of
 * their paths gets a 405 with `Allow`.
 */
export function routerOf<Name extends RouteName>(
  names: readonly Name[],
  answer: Answer<Name>,
  root = '',
): Router {
  const router = Router()
  for (const path of new Set(names.map((name) => TYPED[name].path))) {
    const route = router.route(path.slice(root.length).replaceAll(/\{(\w+)\}/g, ':$1') || '/')
    const here = names.filter((name) => TYPED[name].path === path)
    const allowed = METHODS.filter((method) => {
      const name = here.find((each) => TYPED[each].method === method)
      if (name !== undefined) route[method](routeHandler(name, answer))
      return name !== undefined
    })
    const allow = allowed.map((method) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase()))
    route.all((_req, res, next) => {
      res.setHeader('Allow', allow.join(', '))
      next(notAllowed(allow))
    })
  }
  return router
}

/** Sends the answer with the status of the route. A rejection goes to the error handler. */
export function routeHandler<Name extends RouteName>(
  name: Name,
  answer: Answer<Name>,
): RequestHandler {
  const { query, body, mostBytes, status = 200, isLines = false } = TYPED[name]
  const readJson = createReadJson(mostBytes)
  return (req, res, next) => {
    const run = async (): Promise<void> => {
      const asked: Asked<Name> = {
        req,
        res,
        query: () => readQuery(query, req.query),
        body: async () => {
          if (body === undefined) throw new TypeError(`${name} reads no body`)
          return CHECKS[body].read({ value: await readJson(req, res), spell: inWire })
        },
      }
      const answered = await answer(name, asked)
      if (isLines && Array.isArray(answered)) sendLines(res, answered)
      else sendJson(res, status, answered)
    }
    // Express 4 ignores promises.
    run().catch((reason: unknown) => {
      next(asError(reason))
    })
  }
}

function readQuery<Query extends object>(
  fields: Route<Query>['query'],
  given: Request['query'],
): Query {
  if (fields === undefined) throw new TypeError('the route has no query')
  return recordOf<Query>(fieldNames(fields), (name) => fields[name].read(given[name], name))
}
