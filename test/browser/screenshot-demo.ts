import type { ChatSite } from './chat-site.js'
import { call } from '../support/http-client.js'
import type { Ids } from './screenshot-scenes.js'
import type { Person } from './site.js'

const WEBHOOKS = [
  ['Alertmanager', 'Firing and resolved alerts of production', 'builds'],
  ['Grafana', 'Dashboards of the shop', 'builds'],
  ['GitLab', 'Merge requests and pipelines of checkout', 'builds'],
  ['Nightly backup', 'cron on db-1, one line each night', 'town-square'],
  ['Uptime', 'Says when the shop cannot be reached', 'town-square'],
] as const

const GRAFANA = {
  username: 'Grafana',
  icon_emoji: ':chart_with_upwards_trend:',
  attachments: [
    {
      color: '#D63232',
      title: '[FIRING:1] Queue depth (orders eu-west)',
      title_link: 'https://grafana.example.test/alerting/view',
      text: '**Firing**\n\nValue: A=412, C=1\nLabels:\n - alertname = Queue depth\n - queue = orders\n',
      footer: 'Grafana v12.4.0',
    },
  ],
}

const GITLAB = {
  username: 'GitLab',
  icon_emoji: ':fox_face:',
  text: 'Pipeline <https://git.example.test/p/4812|#4812> of branch <https://git.example.test/b|`main`> by Maria **passed** in 6 min 41 s',
}

/** What an administrator has after some days: webhooks that are used, one that failed, one switched off. */
export async function fillDemo(site: ChatSite, admin: Person): Promise<Ids> {
  const api = (method: string, path: string, body?: object) =>
    site.as(admin.token, method, path, body)
  for (const name of ['EnablePostUsernameOverride', 'EnablePostIconOverride']) {
    await site.setting(name, true)
  }
  const logging = { EnableWebhookDebugging: true, ConsoleLevel: 'DEBUG' }
  await api('PUT', '/config/patch', { LogSettings: logging })
  const { id: team } = await api('GET', '/teams/name/main')
  const made: { id: string; url: string }[] = []
  for (const [display_name, description, channel] of WEBHOOKS) {
    const { id: channel_id } = await api('GET', `/teams/${String(team)}/channels/name/${channel}`)
    const webhook = { display_name, description, channel_id, icon_emoji: ':bell:' }
    const { id, url } = await api('POST', '/hooks/incoming', webhook)
    made.push({ id: String(id), url: String(url) })
  }
  const [alerts, grafana, gitlab, backup, uptime] = made
  if (!alerts || !grafana || !gitlab || !backup || !uptime) throw new Error('no webhooks')
  await send(grafana.url, JSON.stringify(GRAFANA))
  await send(gitlab.url, JSON.stringify(GITLAB))
  await send(backup.url, '{"text": "Backup of `db-1` is complete: 41.2 GB in 18 min."}')
  await send(
    alerts.url,
    '{"text": "InstanceDown: db-2 has not answered for 5 min", "mrkdwn": true}',
  )
  await send(alerts.url, '{"text": "InstanceDown: "db-2" again"}')
  await send(alerts.url, '{"text": "Resolved", "channel": "on-call"}')
  await send(alerts.url, '{"text": "InstanceDown resolved: db-2 answers"}')
  await api('POST', `/hooks/incoming/${uptime.id}/disable`)
  return { webhook: alerts.id }
}

async function send(url: string, body: string): Promise<void> {
  await call(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'Alertmanager/0.27.0' },
    body,
  })
}
