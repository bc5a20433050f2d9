import { expect } from 'chai'
import { fieldNames } from '../../lib/model/fields.js'
import { MANAGEMENT_ROUTES } from '../../lib/model/routes.js'
import { adminHost, type AdminHost, type Made, type Method } from './admin-router.host.js'

const PEOPLE = ['owner', 'other member', 'administrator', 'signed out'] as const
const FEATURES = ['on', 'off', 'restricted'] as const
const CHANNELS = ['public', 'private readable', 'private unreadable', 'direct', 'archived'] as const

type Person = (typeof PEOPLE)[number]
type Feature = (typeof FEATURES)[number]
type ChannelKind = (typeof CHANNELS)[number]

const IDS = new Map<Person, string>([
  ['owner', 'alice'],
  ['other member', 'bob'],
  ['administrator', 'admin'],
])
const CHANNEL_IDS = new Map<ChannelKind, string>([
  ['public', 'off-topic'],
  ['private readable', 'private-in'],
  ['private unreadable', 'private-out'],
  ['direct', 'direct'],
  ['archived', 'archived'],
])

interface Cell {
  readonly method: Method
  readonly path: string
  readonly body?: object
  readonly success: number
  /** Whom else than the owner and administrators the call answers, and how it refuses the others. */
  readonly forOthers: 'same' | 403 | 404
  /** Goes away with the feature. */
  readonly webhooks: boolean
}

type Call = keyof typeof MANAGEMENT_ROUTES

function cellOf(call: Call, channelId: string, webhook: { id: string; key: string }): Cell {
  const record = `/hooks/incoming/${webhook.id}`
  const fields = { channel_id: channelId, display_name: 'CI' }
  const one = { success: 200, forOthers: 404, webhooks: true } as const
  const all = { success: 200, forOthers: 'same', webhooks: true } as const
  const settings = { success: 200, forOthers: 403, webhooks: false } as const
  const cells: Record<Call, Cell> = {
    create: { ...all, method: 'post', path: '/hooks/incoming', body: fields, success: 201 },
    list: { ...all, method: 'get', path: '/hooks/incoming' },
    listChannels: { ...all, method: 'get', path: '/hooks/incoming/channels' },
    listFormats: { ...all, method: 'get', path: '/hooks/incoming/formats' },
    listUsers: { ...all, method: 'get', path: '/hooks/incoming/users', forOthers: 403 },
    get: { ...one, method: 'get', path: record },
    update: { ...one, method: 'put', path: record, body: fields },
    delete: { ...one, method: 'delete', path: record },
    regenerate: { ...one, method: 'post', path: `${record}/regen_key`, body: {} },
    enable: { ...one, method: 'post', path: `${record}/enable` },
    disable: { ...one, method: 'post', path: `${record}/disable` },
    test: { ...one, method: 'post', path: `${record}/test` },
    preview: { ...one, method: 'post', path: `${record}/preview`, body: { body: '{"text":"x"}' } },
    replaceSigningSecret: { ...one, method: 'post', path: `${record}/regen_signing_secret` },
    listIncidents: { ...one, method: 'get', path: `${record}/incidents` },
    listDeliveries: { ...one, method: 'get', path: `${record}/deliveries` },
    exportDeliveries: { ...one, method: 'get', path: `${record}/deliveries/export` },
    getDelivery: { ...one, method: 'get', path: `${record}/deliveries/unknown`, success: 404 },
    replay: {
      ...one,
      method: 'post',
      path: `${record}/deliveries/unknown/replay`,
      success: 404,
    },
    replayRefused: {
      ...one,
      method: 'post',
      path: `${record}/deliveries/replay`,
      body: { refused_since: 0 },
    },
    listAllDeliveries: {
      ...one,
      method: 'get',
      path: '/hooks/incoming/deliveries',
      forOthers: 403,
    },
    listAttention: {
      ...one,
      method: 'get',
      path: '/hooks/incoming/attention',
      forOthers: 'same',
    },
    handOver: {
      ...one,
      method: 'post',
      path: '/hooks/incoming/hand_over',
      body: { from: 'nobody', to: 'admin' },
      forOthers: 403,
    },
    revoke: {
      ...one,
      method: 'post',
      path: '/hooks/incoming/revoke',
      body: { key: webhook.key },
      forOthers: 403,
    },
    getSettings: { ...settings, method: 'get', path: '/config' },
    updateSettings: { ...settings, method: 'put', path: '/config/patch', body: {} },
    getMe: { ...settings, method: 'get', path: '/users/me', forOthers: 'same' },
    getClientSettings: { ...settings, method: 'get', path: '/config/client', forOthers: 'same' },
    listLogs: { ...settings, method: 'get', path: '/logs' },
  }
  return cells[call]
}

/** Calls that name a channel. To the others it is all the same. */
function isAboutChannel(call: Call): boolean {
  return call === 'create' || call === 'update'
}

/** Where a webhook may go, by who says so; a moved webhook is the owner's, whoever moves it. */
function channelStatus(call: Call, person: Person, kind: ChannelKind): number | undefined {
  if (!isAboutChannel(call)) return undefined
  const administrator = person === 'administrator'
  switch (kind) {
    case 'public':
    case 'private readable':
      return undefined
    case 'private unreadable':
      if (!administrator) return 404
      return call === 'create' ? undefined : 403
    case 'direct':
      return administrator ? 404 : 400
    case 'archived':
      return 404
  }
}

function expectedStatus(
  call: Call,
  cell: Cell,
  person: Person,
  feature: Feature,
  kind: ChannelKind,
): number {
  if (person === 'signed out') return 401
  if (feature === 'off' && cell.webhooks) return 501
  if (person !== 'administrator') {
    if (feature === 'restricted' && call === 'create') return 403
    const mayAsOwner = person === 'owner' && cell.forOthers === 404
    if (cell.forOthers !== 'same' && !mayAsOwner) return cell.forOthers
  }
  return channelStatus(call, person, kind) ?? cell.success
}

interface Scene {
  readonly host: AdminHost
  /** Of `alice`. */
  readonly webhook: Made
  /** All webhooks. */
  readonly stored: () => string
}

async function sceneWith(feature: Feature): Promise<Scene> {
  const host = adminHost()
  const webhook = await host.webhookOf('alice')
  host.set({
    enableIncomingWebhooks: feature !== 'off',
    enableOnlyAdminIntegrations: feature === 'restricted',
  })
  return { host, webhook, stored: () => JSON.stringify([...host.adapters.host.webhooks]) }
}

async function sendCell(host: AdminHost, cell: Cell, person: Person): Promise<number> {
  const answer = await host.send(cell.method, cell.path, IDS.get(person), cell.body)
  expect(answer.headers['cache-control']).to.equal('no-store')
  expect(answer.headers['content-type']).to.match(/^application\/(?:json|x-ndjson)/)
  return answer.status
}

describe('permission matrix', () => {
  for (const call of fieldNames(MANAGEMENT_ROUTES)) {
    for (const feature of FEATURES) {
      it(`${call} with the feature ${feature}`, async () => {
        let scene = await sceneWith(feature)
        for (const person of PEOPLE) {
          for (const kind of isAboutChannel(call) ? CHANNELS : CHANNELS.slice(0, 1)) {
            const { host, webhook, stored } = scene
            const before = stored()
            const cell = cellOf(call, CHANNEL_IDS.get(kind) ?? '', webhook)
            const status = await sendCell(host, cell, person)
            const expected = expectedStatus(call, cell, person, feature, kind)
            expect(status, `${person}, ${kind}`).to.equal(expected)
            if (stored() === before) continue
            expect(status, `${person}, ${kind}: nothing is changed by a refusal`).to.be.below(400)
            scene = await sceneWith(feature)
          }
        }
      })
    }
  }

  it('a foreign webhook answers exactly as a missing one, whatever the call', async () => {
    const host = adminHost()
    const webhook = await host.webhookOf('alice')
    const missing = { ...webhook, id: 'a'.repeat(26) }
    for (const call of fieldNames(MANAGEMENT_ROUTES)) {
      const foreignCell = cellOf(call, 'alerts', webhook)
      if (foreignCell.forOthers !== 404) continue
      const missingCell = cellOf(call, 'alerts', missing)
      const answers = await Promise.all(
        [foreignCell, missingCell].map((cell) =>
          host.send(cell.method, cell.path, 'bob', cell.body).set('X-Request-Id', 'same'),
        ),
      )
      expect(answers[0]?.status).to.equal(404)
      expect(answers[0]?.body).to.include({ id: 'app.webhooks.get_incoming.app_error' })
      expect(answers[0]?.body).to.deep.equal(answers[1]?.body)
    }
  })

  it('a deactivated account is signed out', async () => {
    const answer = await adminHost().send('get', '/hooks/incoming', 'gone')
    expect(answer.status).to.equal(401)
    expect(answer.body).to.include({ id: 'api.context.session_expired.app_error' })
  })
})
