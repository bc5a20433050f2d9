/** A message of the demo: of a user, by the name, or a payload for the webhook. */
export interface DemoPost {
  readonly channel: 'town-square' | 'builds'
  readonly by?: string
  readonly message?: string
  /** Whether it is in the thread of the previous one. */
  readonly isReply?: boolean
  readonly payload?: object
}

const MINUTE = 60_000

/** The initial messages; `now` is the time of creation. */
export function demoPosts(admin: string, now: number): readonly DemoPost[] {
  return [
    {
      channel: 'town-square',
      by: 'maria',
      message:
        'Welcome! The build server now posts to **Builds** through an incoming webhook. Its URL is a secret: please keep it out of tickets.',
    },
    { channel: 'town-square', by: 'jonas', message: 'Nice. Tables too? :eyes:' },
    {
      channel: 'town-square',
      by: 'maria',
      message: `Tables, code, buttons. @${admin} has the URL; it is under *Main Menu › Integrations*.`,
    },
    { channel: 'builds', payload: { text: NIGHTLY } },
    {
      channel: 'builds',
      by: 'jonas',
      message: 'Starting `checkout` 2.14.0, twenty instances. Shout if the graphs look odd.',
    },
    { channel: 'builds', payload: DEPLOY },
    {
      channel: 'builds',
      by: 'maria',
      message: 'Latency is flat so far. :eyes:',
      isReply: true,
    },
    {
      channel: 'builds',
      by: 'jonas',
      message: '**12 of 20** instances run 2.14.0.',
      isReply: true,
    },
    { channel: 'builds', by: 'maria', message: 'Nothing from support so far.' },
    { channel: 'builds', payload: alert(now - 2 * MINUTE) },
    {
      channel: 'builds',
      by: 'jonas',
      message: `@${admin} can you look at the charge calls while I hold the roll-out?`,
    },
  ]
}

const NIGHTLY = `#### Run 481: 3 suites, 1 flaky

| Suite | Passed | Failed | Time | Note |
| :-- | --: | --: | --: | :-- |
| unit | 1,204 | 0 | 41 s | :white_check_mark: |
| browser | 318 | 0 | 6 min 10 s | :white_check_mark: |
| payments | 96 | 1 | 2 min 4 s | :warning: passed on retry |

\`\`\`sh
# run the flaky one again
npm test -- --suite payments --grep "expired card"
\`\`\``

const DEPLOY = {
  text: 'Rolling out checkout 2.14.0 to production: 60%',
  type: 'custom_deploy',
  props: {
    deploy: {
      title: 'checkout 2.14.0',
      target: 'production',
      by: 'jonas',
      state: 'running',
      status: 'Rolling out, 60%',
      progress: 60,
      stages: [
        { name: 'Build', state: 'done' },
        { name: 'Test', state: 'done' },
        { name: 'Roll out', state: 'now' },
        { name: 'Verify', state: 'wait' },
      ],
      facts: [
        { kind: 'branch', text: 'from 2.13.6' },
        { kind: 'commit', text: '9f2c41e' },
        { kind: 'duration', text: '3 min 12 s' },
        { text: '12 of 20 instances' },
      ],
    },
    card: '#### checkout 2.14.0\n\n- The cart keeps its items when a session ends\n- Refunds show the date on which the bank posts them\n\nEverything since 2.13.6, by **jonas**.',
  },
}

function alert(at: number): object {
  return {
    // An incident, so that it can be acknowledged.
    correlation_key: 'checkout error rate',
    attachments: [
      {
        fallback: 'checkout error rate above 5%',
        color: 'danger',
        author_name: 'Alertmanager · production',
        title: 'checkout error rate above 5%',
        title_link: 'https://alerts.example.com/checkout',
        text: 'Payment calls to `/v2/charge` are failing. The roll-out of 2.14.0 is at 60%.',
        fields: [
          { title: 'Severity', value: 'critical', short: true },
          { title: 'Error rate', value: '7.3%', short: true },
          { title: 'Region', value: 'eu-central', short: true },
          {
            title: 'Runbook',
            value: '[Checkout: payment errors](https://runbooks.example.com/checkout)',
            short: false,
          },
        ],
        // Links: a program behind the buttons would have to run first (`npm run example:receiver`).
        actions: [
          link('Open runbook', 'https://runbooks.example.com/checkout', 'primary'),
          link('Show graphs', 'https://graphs.example.com/checkout', 'default'),
        ],
        ts: Math.floor(at / 1_000),
      },
    ],
  }
}

function link(name: string, url: string, style: string): object {
  return { name, type: 'button', style, url }
}
