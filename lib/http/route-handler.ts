import type { Request, RequestHandler, Response } from 'express'
import type { MaybePromise } from '../adapters/types.js'
import { BODIES } from '../manage/bodies.js'
import { fieldNames, recordOf } from '../model/fields.js'
import type { QueryField } from '../model/query-fields.js'
import { BUTTON_ROUTES, MANAGEMENT_ROUTES, type Route, SIGN_IN_ROUTES } from '../model/routes.js'
import { type ChecksFor, inWire } from '../model/sent.js'
import { asyncHandler } from './async-handler.js'
import { readJson } from './json-body.js'
import { sendJson } from './send-json.js'

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

/** Sends what `handle` returns, with the status of the route. A rejection goes to the error handler. */
export function routeHandler<Name extends RouteName>(
  name: Name,
  handle: (asked: Asked<Name>) => MaybePromise<unknown>,
): RequestHandler {
  const { query, body, status = 200 } = TYPED[name]
  return asyncHandler(async (req, res) => {
    const answer = await handle({
      req,
      res,
      query: () => readQuery(query, req.query),
      body: async () => {
        if (body === undefined) throw new TypeError(`${name} reads no body`)
        return CHECKS[body].read({ value: await readJson(req, res), spell: inWire })
      },
    })
    sendJson(res, status, answer)
  })
}

function readQuery<Query extends object>(
  fields: Route<Query>['query'],
  given: Request['query'],
): Query {
  if (fields === undefined) throw new TypeError('the route has no query')
  return recordOf<Query>(fieldNames(fields), (name) => fields[name].read(given[name], name))
}
