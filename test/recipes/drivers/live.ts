import express from 'express'
import request from 'supertest'
import { createIncomingWebhooks, type IncomingWebhooksOptions } from 'express-incoming-webhooks'
import type { Guarantee } from 'express-incoming-webhooks/adapters'
import type { ConformanceSession } from 'express-incoming-webhooks/conformance'
import { ERRORS } from '../../../lib/model/errors.js'
import { until } from '../../support/until.js'
import { SECRET } from '../../support/hook-host.js'

/** What requests over HTTP do on a driver, each as its sender or reader sees it. */
export const LIVE: Readonly<Record<string, unknown>> = {
  created: { enabled: true, channelLocked: true },
  delivered: [200, 'ok'],
  elsewhere: 403,
  repeated: 1,
  edited: [200, 'edited'],
  deleted: [200, 'gone'],
  incident: ['edited', 1],
  'an old key': 200,
  logged: [{ [ERRORS.channel_locked.id]: 1 }],
}

/** The same as it happened. */
export async function liveOn<G extends Guarantee>(
  session: ConformanceSession<G>,
  options: Pick<IncomingWebhooksOptions, 'userIdPattern'> = {},
): Promise<Record<string, unknown>> {
  const { adapters } = session
  const user = await session.seedUser({
    username: 'alice',
    email: 'alice@example.org',
    admin: true,
    active: true,
    passwordHash: '',
  })
  const [alerts, other] = await Promise.all(
    ['alerts', 'other'].map(async (name) =>
      session.seedChannel({ name, displayName: name, type: 'public', archived: false }),
    ),
  )
  if (!alerts || !other) throw new Error('there are no channels')
  const logged: unknown[] = []
  const webhooks = createIncomingWebhooks({
    adapters,
    secret: SECRET,
    siteUrl: 'http://127.0.0.1',
    ...options,
    currentUser: () => user,
    log: (_level, message, fields) =>
      logged.push(fields?.['code'] ?? fields?.['reasons'] ?? message),
  })
  const app = express()
  app.use('/hooks', webhooks.hooksRouter, webhooks.hooksErrorHandler)
  const post = (path: string, body: object): request.Test => request(app).post(path).send(body)
  const shown = async (): Promise<readonly string[]> =>
    (await session.readPosts(alerts.id)).map(({ message }) => message)
  try {
    const fields = { channelId: alerts.id, displayName: 'Live', channelLocked: true }
    const made = await webhooks.manage.create(user.id, fields)
    const path = new URL(made.url).pathname
    const stored = await adapters.webhooks.findById(made.id)
    const delivered = await post(path, { text: 'Hello' })
    const elsewhere = await post(path, { text: 'Hello', channel: other.name })

    const before = (await shown()).length
    const once = async (): Promise<unknown> =>
      post(path, { text: 'once' }).set('Idempotency-Key', 'a')
    await Promise.all([once(), once(), once()])
    const repeated = (await shown()).length - before

    const ids = idsIn(await post(`${path}?wait=true`, { text: 'first' }))
    const own = `${path}/posts/${ids[0] ?? ''}`
    const edited = await request(app).patch(own).send({ text: 'edited' })
    const isEdited = (await shown()).includes('edited')
    const deleted = await request(app).delete(own)
    const isGone = !(await shown()).includes('edited')

    const start = (await shown()).length
    for (const status of ['firing', 'resolved']) await post(`${path}/alertmanager`, alert(status))
    const incident = (await shown()).slice(start)

    const used = async (): Promise<number> =>
      Number((await adapters.webhooks.findById(made.id))?.lastUsed)
    await until('the use of the key', used)
    const usedAt = await used()
    await webhooks.manage.regenerate(user.id, made.id, { overlapSeconds: 600 })
    const old = await post(path, { text: 'with the old key' })
    await until('the use of the old key', async () => {
      const webhook = await adapters.webhooks.findById(made.id)
      return Number(Reflect.get(Object(webhook?.previousKey), 'lastUsed')) > usedAt
    })
    return {
      created: { enabled: stored?.enabled, channelLocked: stored?.channelLocked },
      delivered: [delivered.status, delivered.text],
      elsewhere: elsewhere.status,
      repeated,
      edited: [edited.status, isEdited ? 'edited' : 'as before'],
      deleted: [deleted.status, isGone ? 'gone' : 'still there'],
      incident: [/resolved/i.test(incident[0] ?? '') ? 'edited' : 'as before', incident.length],
      'an old key': old.status,
      logged,
    }
  } finally {
    await webhooks.close()
    await session.close?.()
  }
}

function idsIn({ text }: request.Response): readonly string[] {
  const receipt = JSON.parse(text) as { readonly posts?: readonly { readonly id: string }[] }
  return (receipt.posts ?? []).map(({ id }) => id)
}

/** A group of one alert of Alertmanager. */
function alert(status: string): object {
  const labels = { alertname: 'DiskFull', instance: 'db-1' }
  const startsAt = '2026-01-01T00:00:00Z'
  const endsAt = status === 'resolved' ? '2026-01-01T00:05:00Z' : '0001-01-01T00:00:00Z'
  return {
    version: '4',
    groupKey: '{}:{alertname="DiskFull"}',
    truncatedAlerts: 0,
    status,
    receiver: 'chat',
    groupLabels: { alertname: 'DiskFull' },
    commonLabels: labels,
    commonAnnotations: { summary: 'The disk is full' },
    externalURL: 'http://alertmanager.example.org',
    alerts: [
      {
        status,
        labels,
        annotations: { summary: 'The disk is full' },
        startsAt,
        endsAt,
        generatorURL: 'http://prometheus.example.org',
        fingerprint: 'f1',
      },
    ],
  }
}
