import type { RouteName } from '../../../lib/http/routes.js'
import { fieldNames } from '../../../lib/model/fields.js'
import {
  BUTTON_ROUTES,
  MANAGEMENT_ROUTES,
  type Route,
  SIGN_IN_ROUTES,
} from '../../../lib/model/routes.js'
import { code, tableOf } from './markdown-table.js'

const WEBHOOK = 'the [webhook](#webhooks)'
const USER = 'the [user](#users)'
const SETTINGS = 'all [settings](#settings)'
const DONE = '`{"status":"OK"}`'

/** The response, after its status. */
const ANSWERS: Readonly<Record<Exclude<RouteName, 'getMe'>, string>> = {
  signIn: `, ${USER}, and the token in the header \`Token\``,
  signOut: ` ${DONE}; ends the session of the token, if there is one`,
  getSignedIn: `, ${USER}`,
  create: ', the new [webhook](#webhooks)',
  list: ", a list of the caller's own [webhooks](#webhooks), or of all webhooks for administrators",
  listChannels: ", at most 100 [channels](#channels) that the caller's webhooks may post to",
  listUsers:
    ', at most 100 [users](#users) who may own a webhook; 404 `not_found` if the adapters do not list users',
  listFormats: ', the [formats](#formats) that webhooks read',
  handOver:
    ' `{"handed_over":[…],"refused":[…]}`: the ids of the webhooks that have another owner now, and those that stay, with `hook_id`, `display_name`, `reason` (the `id` of the error) and `detail`',
  revoke: ', the disabled [webhook](#webhooks)',
  get: `, ${WEBHOOK}`,
  update: ', the changed [webhook](#webhooks)',
  delete: ` ${DONE}`,
  listDeliveries: ', a list of [requests](#the-log-of-requests)',
  exportDeliveries:
    ', at most 1,000 [requests](#the-log-of-requests), one in each line (`application/x-ndjson`)',
  getDelivery: ', a [request](#the-log-of-requests) with what was sent; 404 `delivery_not_found`',
  replay: ', what its sender would be [answered](#send-it-again)',
  replayRefused: ', [what became](#send-it-again) of each of them',
  listAllDeliveries: ', a list of [requests](#the-log-of-requests) of all webhooks',
  listAttention: ', a list of [what needs attention](#what-needs-attention)',
  listIncidents: ', a page of its [incidents](#incidents)',
  regenerate: `, ${WEBHOOK} with its new key`,
  replaceSigningSecret: `, ${WEBHOOK} with its new signing secret`,
  enable: `, ${WEBHOOK}`,
  disable: `, ${WEBHOOK}`,
  test: ' `{"status":"OK","post_ids":[…]}`; stores a test message. Optional body: `{"text":"…"}`, at most 4,000 characters',
  preview: ', a [preview](#preview)',
  getSettings: `, ${SETTINGS}`,
  updateSettings: `, ${SETTINGS}`,
  getClientSettings: ', the [settings](#settings) for clients, as strings',
  listLogs: ', a list of [log lines](#log-lines)',
  press: ' `{"status":"OK","trigger_id":"…"}`; see [buttons.md](buttons.md#pressing-a-button)',
}

const ROUTERS = [
  { router: 'authRouter', mount: '/api/v4/users', routes: SIGN_IN_ROUTES },
  { router: 'adminRouter', mount: '/api/v4', routes: MANAGEMENT_ROUTES },
  { router: 'buttonsRouter', mount: '/api/v4/posts', routes: BUTTON_ROUTES },
]

export function everyRoute(): readonly string[] {
  const rows = ROUTERS.flatMap(({ router, mount, routes }) =>
    Object.entries<Route>(routes).map(([name, route]) => {
      const at = code(`${route.method.toUpperCase()} ${mount}${route.path}`)
      return { name, router, route, at }
    }),
  )
  return tableOf(
    ['route', 'router', 'who', 'response'],
    rows
      .filter(({ at }, index) => rows.findIndex((other) => other.at === at) === index)
      .map(({ name, route, at }) => [
        at,
        rows.flatMap((other) => (other.at === at ? [code(other.router)] : [])).join(', '),
        callers(route),
        `${route.status ?? 200}${textOf(name)}`,
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
      if (path.includes('{id}')) return 'the owner, administrators'
      return path.includes('{post_id}')
        ? 'signed-in users who can read the channel'
        : 'signed-in users'
    case 'integrators':
      return 'signed-in users; administrators only while `EnableOnlyAdminIntegrations` is on'
    default:
      return who
  }
}
