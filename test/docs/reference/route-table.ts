import type { RouteName } from '../../../lib/http/routes.js'
import { fieldNames } from '../../../lib/model/fields.js'
import {
  BUTTON_ROUTES,
  MANAGEMENT_ROUTES,
  type Route,
  SIGN_IN_ROUTES,
} from '../../../lib/model/routes.js'
import { code, tableOf } from './markdown-table.js'

const WEBHOOK = '[webhook](#webhooks)'
const USER = '[user](#users)'
const SETTINGS = '[settings](#settings)'
const DONE = '`{"status":"OK"}`'

/** The response, after its status if it is not 200. */
const ANSWERS: Readonly<Record<Exclude<RouteName, 'getMe'>, string>> = {
  signIn: `${USER}; the header \`Token\` has the token`,
  signOut: DONE,
  getSignedIn: USER,
  create: WEBHOOK,
  list: 'own [webhooks](#list-webhooks); administrators: all',
  listChannels: "at most 100 [channels](#channels) for the caller's webhooks",
  listUsers: 'at most 100 [users](#users), or 404 `not_found`',
  listFormats: '[formats](#formats)',
  handOver:
    '`handed_over`: ids of webhooks with [another owner](#hand-over); `refused`: `hook_id`, `display_name`, `reason` (an error `id`) and `detail` of others',
  revoke: 'disabled [webhook](#replace-a-key)',
  get: WEBHOOK,
  update: 'changed [webhook](#change-a-webhook)',
  delete: DONE,
  listDeliveries: '[requests](#the-log-of-requests)',
  exportDeliveries: 'at most 1,000, one a line (`application/x-ndjson`)',
  getDelivery: '[request](#the-log-of-requests) with what was sent; 404 `delivery_not_found`',
  replay: 'what the sender [would get](#send-it-again)',
  replayRefused: 'what each sender [would get](#send-it-again)',
  listAllDeliveries: '[requests](#the-log-of-requests) of all webhooks',
  listAttention: '[what needs attention](#what-needs-attention)',
  listIncidents: '[incidents](#incidents)',
  regenerate: `${WEBHOOK} with its [new key](#replace-a-key)`,
  replaceSigningSecret: `${WEBHOOK} with its new signing secret`,
  enable: WEBHOOK,
  disable: WEBHOOK,
  test: '`{"status":"OK","post_ids":[…]}` of a test message; optional: `text`, at most 4,000 characters',
  preview: '[preview](#preview)',
  getSettings: SETTINGS,
  updateSettings: SETTINGS,
  getClientSettings: '[settings](#settings) for clients, as strings',
  listLogs: '[log lines](#log-lines)',
  press: 'see [Buttons](buttons.md#pressing-a-button)',
}

const ROUTERS = [
  { mount: '/api/v4/users', routes: SIGN_IN_ROUTES },
  { mount: '/api/v4', routes: MANAGEMENT_ROUTES },
  { mount: '/api/v4/posts', routes: BUTTON_ROUTES },
]

export function everyRoute(): readonly string[] {
  const rows = ROUTERS.flatMap(({ mount, routes }) =>
    Object.entries<Route>(routes).map(([name, route]) => {
      const at = code(`${route.method.toUpperCase()} ${mount}${route.path}`)
      return { name, route, at }
    }),
  )
  return tableOf(
    ['route', 'who', 'response'],
    rows
      .filter(({ at }, index) => rows.findIndex((other) => other.at === at) === index)
      .map(({ name, route, at }) => [
        at,
        callers(route),
        route.status === undefined ? textOf(name) : `${route.status}, ${textOf(name)}`,
      ]),
  )
}

function textOf(name: string): string {
  const found = fieldNames(ANSWERS).find((each) => each === name)
  if (found === undefined) throw new Error(`route-table.ts does not say what ${name} answers`)
  return ANSWERS[found]
}

function callers({ who, path }: Route): string {
  switch (who) {
    case 'users':
      if (path.includes('{id}')) return 'owner'
      return path.includes('{post_id}') ? 'readers of the channel' : 'users'
    case 'integrators':
      return 'creators'
    default:
      return who
  }
}
