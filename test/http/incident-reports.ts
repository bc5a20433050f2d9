import request from 'supertest'
import type { ClientPost } from 'express-incoming-webhooks'
import { formatFixtures, type FormatFixture } from '../support/format-requests.js'
import { type HookHost, hookHost, type HookHostOptions } from '../support/hook-host.js'

export interface Sending {
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: string
}

/** A request to the host's webhook. */
export function send(host: HookHost, body: object, { headers = {}, query = '' }: Sending = {}) {
  return request(host.app).post(`${host.path}${query}`).set(headers).send(body)
}

export async function sendFixture(host: HookHost, fixture: FormatFixture): Promise<void> {
  await request(host.app)
    .post(`${host.path}/${fixture.format}`)
    .set({ ...fixture.headers })
    .type(fixture.contentType ?? 'application/json')
    .send(fixture.body)
    .expect(200)
}

/** An alert of Alertmanager, recorded firing and resolved. */
export function alerts(): readonly FormatFixture[] {
  const name = 'alertmanager--made-alertmanager-diskalmostfull'
  return formatFixtures().filter((fixture) => fixture.name.startsWith(name))
}

export function incident(state: string, key = 'disk-1'): Sending {
  const said: Record<string, string> = state === '' ? {} : { 'Correlation-State': state }
  return { headers: { 'Correlation-Key': key, ...said } }
}

/** As receivers of Alertmanager without settings of their own send it. */
export function alertOf(receiver: 'slack' | 'mattermost', title: string): object {
  const link = `https://am.example/#/alerts?receiver=${receiver}`
  const attachment = {
    title,
    title_link: link,
    text: receiver === 'slack' ? '' : '# Alerts\n\nLabels:\n  - alertname = DiskFull',
    fallback: `${title} | ${link}`,
    color: title.startsWith('[RESOLVED]') ? 'good' : 'danger',
  }
  const ofSlack = { callback_id: '', footer: '', mrkdwn_in: ['fallback', 'pretext', 'text'] }
  return {
    username: 'Alertmanager',
    attachments: [{ ...attachment, ...(receiver === 'slack' ? ofSlack : {}) }],
  }
}

export function pagerduty(event: string, data: object): object {
  return {
    event: {
      event_type: `incident.${event}`,
      occurred_at: '2026-01-01T00:00:00Z',
      data: { id: 'Q1', ...data },
    },
  }
}

/** A pipeline of GitLab, which is shown only if it fails. */
export function pipeline(id: number, status: string): object {
  return {
    object_kind: 'pipeline',
    object_attributes: { id, status, ref: 'main', finished_at: '2026-01-01 00:10:00 UTC' },
    project: { path_with_namespace: 'shop/app', web_url: 'https://gitlab.example/shop/app' },
  }
}

export function rootsOf(host: HookHost): readonly ClientPost[] {
  return host.posts().filter(({ root_id }) => root_id === '')
}

export function repliesOf(host: HookHost): readonly ClientPost[] {
  return host.posts().filter(({ root_id }) => root_id !== '')
}

export function messagesOf(posts: readonly ClientPost[]): readonly string[] {
  return posts.map(({ message }) => message)
}

export function incidentOf(post: ClientPost | undefined): unknown {
  return post?.props['webhook_incident']
}

export function hostWith(webhook: HookHostOptions['webhook'] = {}): HookHost {
  return hookHost({ webhook })
}
