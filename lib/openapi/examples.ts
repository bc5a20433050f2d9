import { readDelivery } from '../host/read-deliveries.js'
import { clientSettingsView, settingsView } from '../manage/settings.js'
import {
  type WebhookDetails,
  deliveryView,
  detailsView,
  listedView,
  previewView,
} from '../manage/views.js'
import { DEFAULT_SETTINGS } from '../model/defaults.js'
import { ERRORS } from '../model/errors.js'
import { initialValues } from '../model/fields.js'
import {
  CALLER_FIELDS,
  type CallerValues,
  SERVER_FIELDS,
  type ServerValues,
} from '../model/webhook-fields.js'
import { toClientUser } from '../rules/client-post.js'

/** A request, and what was answered to it. */
export interface Example {
  /** Undefined: it has no body. */
  readonly request?: unknown
  readonly answer: unknown
}

const PLACE = { channel_id: 'cccccccccccccccccccccccccc', display_name: 'CI' }

const WEBHOOK: WebhookDetails = {
  ...initialValues<ServerValues>(SERVER_FIELDS),
  ...initialValues<CallerValues>(CALLER_FIELDS),
  id: '…',
  createAt: 1700000000000,
  updateAt: 1700000000000,
  userId: 'aaaaaaaaaaaaaaaaaaaaaaaaaa',
  channelId: PLACE.channel_id,
  teamId: 'main',
  keyHint: '…',
  displayName: PLACE.display_name,
  description: 'Builds',
  channelDisplayName: 'Town Square',
  channelType: 'public',
  ownerUsername: 'admin',
  previousKey: null,
  verification: null,
  lastResult: null,
  webhookFormat: '',
  key: '…',
  url: 'https://chat.example.org/hooks/…',
  signingSecret: '…',
  previousSigningSecret: null,
}

const CHANGED = { ...WEBHOOK, updateAt: 1700000000001, description: 'Builds of main' }

const SETTINGS = { ...DEFAULT_SETTINGS, enablePostUsernameOverride: true }

/** By operation. They are also in docs/management-api.md, and were sent to a server. */
export const MANAGEMENT_EXAMPLES: Readonly<Record<string, Example>> = {
  signIn: {
    request: { login_id: 'admin', password: 'correct horse' },
    answer: toClientUser({
      id: WEBHOOK.userId,
      username: WEBHOOK.ownerUsername,
      email: 'admin@localhost',
      admin: true,
      createAt: WEBHOOK.createAt,
    }),
  },
  create: { request: { ...PLACE, description: 'Builds' }, answer: detailsView(WEBHOOK) },
  list: { answer: { incoming_webhooks: [listedView(WEBHOOK)], total_count: 1 } },
  update: {
    request: { ...PLACE, description: 'Builds of main' },
    answer: detailsView(CHANGED),
  },
  regenerate: {
    request: { overlap_seconds: 3600 },
    answer: detailsView({
      ...CHANGED,
      updateAt: 1700000000002,
      previousKey: { keyHint: '…', expiresAt: 1700003600000, lastUsed: 0 },
    }),
  },
  preview: {
    request: { body: '{"text": "Backup is done"}' },
    answer: previewView({
      outcome: 'posted',
      answer: { status: 200, body: 'ok' },
      posts: [
        {
          action: 'created',
          channelId: PLACE.channel_id,
          message: 'Backup is done',
          type: '',
          rootId: '',
          props: {
            from_webhook: 'true',
            webhook_display_name: PLACE.display_name,
            override_username: 'webhook',
          },
        },
      ],
      format: 'native',
      event: '',
      incident: '',
      state: '',
      rules: [],
      warnings: [],
      ignored: [],
      error: null,
    }),
  },
  listDeliveries: {
    answer: [
      deliveryView({
        ...readDelivery({
          id: '…',
          webhookId: WEBHOOK.id,
          time: 1700000000000,
          requestId: '…',
          status: 404,
          errorId: ERRORS.channel_not_found.id,
          message: ERRORS.channel_not_found.message,
          detail: 'there is no channel “nowhere”, or it is archived',
          size: 36,
          userAgent: 'curl/8.14.1',
          contentType: 'application/json',
          headers: [
            'host: chat.example.org',
            'user-agent: curl/8.14.1',
            'content-type: application/json',
          ],
          duration: 1.8,
          response: '…',
          digest: '…',
          beside: '',
          address: '…',
        }),
        deliveredBy: null,
      }),
    ],
  },
  listIncidents: {
    answer: {
      incidents: [
        {
          key: 'backup-db-1',
          title: 'The backup of db-1 failed',
          state: 'open',
          count: 1,
          since: 1700000000000,
          until: null,
          last_event_at: 1700000000000,
          history: [{ state: 'open', at: 1700000000000, by: '', level: '', title: '' }],
          channel_id: 'cccccccccccccccccccccccccc',
          post_id: '…',
          permalink: 'https://chat.example.org/main/pl/…',
        },
      ],
      total_count: 1,
    },
  },
  updateSettings: {
    request: { ServiceSettings: { EnablePostUsernameOverride: true } },
    answer: settingsView(SETTINGS),
  },
  getClientSettings: {
    answer: clientSettingsView(SETTINGS, {
      compatVersion: '12.0',
      siteUrl: 'https://chat.example.org',
      listsUsers: true,
      requestsSince: 1700000000000,
    }),
  },
}

/** What senders write, by the name of its format. */
export const MESSAGE_EXAMPLES: Readonly<Record<string, unknown>> = {
  native: { text: 'Build 812 of **main** failed', username: 'CI' },
  attachments: {
    attachments: [
      {
        color: 'danger',
        title: 'Disk almost full',
        title_link: 'https://monitoring.example/db1',
        fields: [{ title: 'Host', value: 'db1', short: true }],
      },
    ],
  },
  blocks: {
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '*Deployed* to staging' } }],
  },
  alertmanager: {
    version: '4',
    groupKey: '{}:{alertname="DiskFull"}',
    status: 'firing',
    receiver: 'chat',
    groupLabels: { alertname: 'DiskFull' },
    commonLabels: { alertname: 'DiskFull', severity: 'critical' },
    commonAnnotations: { summary: 'The disk of db1 is full' },
    externalURL: 'https://alertmanager.example',
    alerts: [
      {
        status: 'firing',
        labels: { alertname: 'DiskFull', severity: 'critical', instance: 'db1' },
        annotations: { summary: 'The disk of db1 is full' },
        startsAt: '2026-01-05T09:00:00Z',
        endsAt: '0001-01-01T00:00:00Z',
        generatorURL: 'https://prometheus.example/graph',
        fingerprint: 'c0ffee',
      },
    ],
  },
  gitlab: {
    object_kind: 'push',
    ref: 'refs/heads/main',
    before: '95790bf891e76fee5e1747ab589903a6a1f80f22',
    after: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
    user_name: 'Ann',
    project: {
      name: 'shop',
      path_with_namespace: 'team/shop',
      web_url: 'https://git.example/team/shop',
    },
    commits: [
      {
        id: 'da1560886d4f094c3e6c9ef40349f7d38b5d27d7',
        message: 'Round prices',
        url: 'https://git.example/team/shop/-/commit/da156088',
        author: { name: 'Ann', email: 'ann@shop.example' },
      },
    ],
    total_commits_count: 1,
  },
}
