/** A request as a program sends it. */
interface Sample {
  /** Of the format that reads it; one name for each. */
  readonly format: string
  readonly title: string
  /** The end of the URL. */
  readonly end?: string
  readonly headers?: string
  readonly body: object
}

const SHOP = { full_name: 'acme/shop', name: 'shop', html_url: 'https://github.com/acme/shop' }
const ANA = { login: 'ana', name: 'ana', html_url: 'https://github.com/ana' }
const DISK = { alertname: 'DiskAlmostFull', instance: 'db-1', severity: 'critical' }
const FULL = { summary: 'The disk of db-1 is 93% full' }
const SINCE = { startsAt: '2026-03-09T10:00:00Z', endsAt: '0001-01-01T00:00:00Z' }
const FIRING = {
  status: 'firing',
  groupLabels: { alertname: DISK.alertname },
  commonLabels: DISK,
  commonAnnotations: FULL,
  version: '4',
}
const LOST = { number: 5, title: 'The cart forgets its items' }

/** Of the formats that are asked for most; those of others come by a request. */
export const SAMPLES: readonly Sample[] = [
  {
    format: 'native',
    title: 'Slack or Mattermost',
    body: {
      text: 'Deployed **shop 2.14.0**',
      attachments: [
        {
          color: 'good',
          title: 'Release notes',
          title_link: 'https://shop.example/releases/2.14.0',
          text: 'The cart keeps its items.',
          fields: [
            { title: 'By', value: 'ana', short: true },
            { title: 'Took', value: '3 min', short: true },
          ],
        },
      ],
    },
  },
  {
    format: 'json',
    title: 'Any JSON',
    end: '/json',
    body: {
      event: 'payment.failed',
      message: 'The card was declined',
      id: 'pay_71',
      amount: 42.5,
      currency: 'EUR',
      customer: { name: 'Shop 9', url: 'https://shop.example/customers/9' },
      items: [
        { name: 'Blue mug', count: 2 },
        { name: 'Tea', count: 1 },
      ],
    },
  },
  {
    format: 'alertmanager',
    title: 'Alertmanager',
    body: {
      receiver: 'chat',
      ...FIRING,
      externalURL: 'https://alerts.example',
      groupKey: '{}:{alertname="DiskAlmostFull"}',
      alerts: [
        {
          status: 'firing',
          labels: DISK,
          annotations: FULL,
          ...SINCE,
          generatorURL: 'https://prometheus.example/graph',
          fingerprint: 'a1b2c3d4e5f60718',
        },
      ],
    },
  },
  {
    format: 'grafana',
    title: 'Grafana',
    body: {
      receiver: 'chat',
      ...FIRING,
      version: '1',
      externalURL: 'https://grafana.example/',
      groupKey: '{}/{}:{alertname="DiskAlmostFull"}',
      orgId: 1,
      state: 'alerting',
      title: '[FIRING:1] DiskAlmostFull',
      message: FULL.summary,
      alerts: [
        {
          status: 'firing',
          labels: DISK,
          annotations: FULL,
          ...SINCE,
          values: { A: 93 },
          generatorURL: 'https://grafana.example/alerting/grafana/a1/view',
          silenceURL: 'https://grafana.example/alerting/silence/new',
          fingerprint: 'a1b2c3d4e5f60718',
        },
      ],
    },
  },
  {
    format: 'github',
    title: 'GitHub: push',
    headers: 'X-GitHub-Event: push',
    body: {
      ref: 'refs/heads/main',
      before: '1f0c3a9e5b7d2468ace013579bdf2468ace01357',
      after: '9e5b7d2468ace013579bdf2468ace013571f0c3a',
      compare: `${SHOP.html_url}/compare/1f0c3a9e5b7d...9e5b7d2468ac`,
      repository: { ...SHOP, default_branch: 'main', private: false },
      pusher: ANA,
      sender: ANA,
      commits: [
        {
          id: '9e5b7d2468ace013579bdf2468ace013571f0c3a',
          message: 'Keep the items of the cart',
          url: `${SHOP.html_url}/commit/9e5b7d2468ac`,
          author: { name: 'Ana', username: 'ana' },
        },
      ],
    },
  },
  {
    format: 'gitlab',
    title: 'GitLab: merge request',
    headers: 'X-Gitlab-Event: Merge Request Hook',
    body: {
      object_kind: 'merge_request',
      user: { name: 'Ana', username: 'ana' },
      project: {
        name: 'shop',
        path_with_namespace: 'acme/shop',
        web_url: 'https://gitlab.example/acme/shop',
      },
      object_attributes: {
        iid: LOST.number,
        title: 'Keep the items of the cart',
        action: 'open',
        state: 'opened',
        source_branch: 'cart',
        target_branch: 'main',
        url: 'https://gitlab.example/acme/shop/-/merge_requests/5',
      },
    },
  },
  {
    format: 'gitea',
    title: 'Gitea: issue',
    headers: 'X-Gitea-Event: issues',
    body: {
      action: 'opened',
      number: LOST.number,
      issue: {
        ...LOST,
        state: 'open',
        body: '',
        html_url: 'https://git.example/acme/shop/issues/5',
        user: ANA,
      },
      repository: { ...SHOP, html_url: 'https://git.example/acme/shop' },
      sender: ANA,
    },
  },
  {
    format: 'uptimekuma',
    title: 'Uptime Kuma',
    body: {
      heartbeat: {
        monitorID: 17,
        status: 0,
        time: '2026-03-09 10:00:00',
        msg: 'timeout',
        important: true,
      },
      monitor: { id: 17, name: 'Shop', url: 'https://shop.example', type: 'http' },
      msg: '[Shop] [🔴 Down] timeout',
    },
  },
]
