import { pictureOf } from './picture.js'

export type Payload = Readonly<Record<string, unknown>>

const text = (...lines: readonly string[]): Payload => ({ text: lines.join('\n') })
const attach = (...attachments: readonly Payload[]): Payload => ({ attachments })
const mrkdwn = (words: string): Payload => ({ type: 'mrkdwn', text: words })
const plain = (words: string): Payload => ({ type: 'plain_text', text: words })
const button = (words: string, more: Payload = {}): Payload => ({
  type: 'button',
  text: plain(words),
  value: words,
  ...more,
})
const words = (markdown: string): Payload => ({ type: 'text', text: markdown })
const column = (markdown: string): Payload => ({ type: 'column', items: [words(markdown)] })
const columns = (...texts: readonly string[]): Payload => ({
  type: 'column_set',
  columns: texts.map(column),
})
const integration = { url: 'https://robot.example/press' }
const CODE = Array.from({ length: 60 }, (_, n) => `const line${n} = compute(${n}, 'word')`)
const ROWS = Array.from({ length: 60 }, (_, n) => `| check ${n} | ${n * 7} | passed |`)

/** What senders of all kinds could send, to be looked at. */
export const OWN_PAYLOADS: readonly Payload[] = [
  text('# One', '## Two', '### Three', '#### Four', '##### Five', '###### Six', '', 'Words'),
  text('- [x] Build', '- [ ] Roll out', '- [ ] **Verify** `now`', '', '1. [x] first', '2. second'),
  text('See www.example.test/a?b=c, ops@example.test, README.md, build.sh and #hashtag.'),
  text('In ~town-square and ~nowhere, @admin and ~~struck~~ ~one~.'),
  text(':tada: :+1::skin-tone-4: :thumbsup_tone3: 🚀'),
  text('Done :tada: :+1::skin-tone-2: :wave::skin-tone-6: :nothing:'),
  text('これは**「強調」**です。**テスト。**次の文。', '', '한국어 **"강조"**입니다'),
  text(
    'שלום עולם! **מודגש** וגם `code`.',
    '',
    '- ראשון',
    '- שני',
    '',
    '> ציטוט.',
    '',
    'English after.',
  ),
  text(
    'مرحبا بالعالم!',
    '',
    '1. أول',
    '2. ثان',
    '',
    '| اسم | عدد |',
    '| --- | --- |',
    '| خادم | 3 |',
  ),
  text('```json', '{ "status": "firing", "labels": { "severity": "critical" } }', '```', 'after'),
  text(
    '```',
    `curl -X POST -d '{"a":1}' https://chat.example.test/hooks/${'x'.repeat(120)}`,
    '```',
  ),
  text('```ts', ...CODE, '```'),
  text('| check | time | state |', '| :-- | --: | --- |', ...ROWS),
  text(`inline ![build](${pictureOf(90, 20)}) and ![tests](${pictureOf(110, 20)}) badges`),
  text(`[![build](${pictureOf(90, 20)})](https://ci.example/1) ![tests](${pictureOf(110, 20)})`),
  text('A graph', `![memory](${pictureOf(900, 300)})`),
  text(`A high one\n\n![log](${pictureOf(300, 2000)})`, `![icon](${pictureOf(48, 48)}) small`),
  text(
    '![not loaded](https://elsewhere.example/a.png) in words ![b](https://elsewhere.example/b.svg)',
  ),
  text('![Memory of web-3, last hour](https://elsewhere.example/graph.png)'),
  attach({
    color: 'danger',
    author_name: 'Tom &amp; Jerry',
    author_link: 'https://ci.example/',
    title: '#3 Totals &lt; 0 :warning:',
    title_link: 'https://ci.example/3',
    text: 'The *nightly* job failed &amp; will run **again**.',
    fields: [
      { title: 'Branch &gt; tag', value: 'main', short: true },
      { title: 'Took', value: '4 min', short: true },
      { title: 'Log', value: '`exit 1`', short: false },
    ],
    thumb_url: pictureOf(160, 160),
    image_url: pictureOf(600, 200),
    footer: 'CI',
    ts: 1_772_000_000,
  }),
  attach({
    title: 'Not loaded',
    text: 'Its pictures are elsewhere.',
    image_url: 'https://elsewhere.example/i.png',
    thumb_url: 'https://elsewhere.example/t.png',
  }),
  attach({
    text: 'Deploy?',
    actions: [
      { name: ':green_book: Runbook', type: 'button', url: 'https://wiki.example/' },
      { name: ':white_check_mark: Go', type: 'button', style: 'primary', integration },
      { name: 'Stop', type: 'button', style: 'danger', integration },
      {
        name: 'Where :earth_africa:',
        type: 'select',
        integration,
        options: [{ text: ':rocket: production', value: 'p' }],
      },
    ],
  }),
  attach({ color: '#36a64f', text: CODE.join('\n\n') }),
  {
    text: 'fallback',
    blocks: [
      { type: 'header', text: plain('Deployment of checkout 2.14.0') },
      {
        type: 'section',
        text: mrkdwn('*Production* is waiting for an approval by <https://example.test|Ana>.'),
        accessory: button('Open'),
      },
      {
        type: 'section',
        fields: [
          mrkdwn('*Version*\n2.14.0'),
          mrkdwn('*Commit*\n`9f2c41e`'),
          mrkdwn('*Stage*\nproduction'),
          mrkdwn('*Started by*\nAna'),
        ],
      },
      { type: 'divider' },
      {
        type: 'section',
        text: mrkdwn('*Robot* is ready.\nAll checks passed on twenty instances.'),
        accessory: { type: 'image', image_url: pictureOf(200, 200), alt_text: 'a robot' },
      },
      {
        type: 'context',
        elements: [
          { type: 'image', image_url: pictureOf(64, 64), alt_text: 'ana' },
          mrkdwn('*Ana* started this 5 minutes ago'),
        ],
      },
      {
        type: 'actions',
        elements: [button('Approve', { style: 'primary' }), button('Deny', { style: 'danger' })],
      },
      { type: 'context', elements: [mrkdwn('Expires in an hour.')] },
    ],
  },
  {
    blocks: [
      { type: 'section', text: mrkdwn('Pick what to do.') },
      {
        type: 'actions',
        elements: [
          { type: 'datepicker', initial_date: '2026-01-01' },
          { type: 'timepicker', initial_time: '10:00' },
          {
            type: 'static_select',
            placeholder: plain('Choose :point_down:'),
            options: [{ text: plain('One'), value: '1' }],
          },
          {
            type: 'checkboxes',
            options: [
              { text: plain('Check logs'), value: 'a' },
              { text: plain('Tell support'), value: 'b' },
            ],
            initial_options: [{ text: plain('Check logs'), value: 'a' }],
          },
        ],
      },
      { type: 'image', image_url: pictureOf(500, 260), alt_text: 'graph', title: plain('Graph') },
    ],
  },
  attach({
    color: '#e01e5a',
    blocks: [
      { type: 'section', text: mrkdwn('*In an attachment*'), accessory: button('Look') },
      { type: 'section', fields: [mrkdwn('*A*\n1'), mrkdwn('*B*\n2')] },
    ],
  }),
  { text: 'With a card', props: { card: '### Details\n\nmore' }, priority: { priority: 'urgent' } },
  { text: 'Names and pictures', username: 'Grafana', icon_emoji: ':chart_with_upwards_trend:' },
  { text: 'Its own name', username: 'Uptime Kuma' },
  { text: 'Picture elsewhere', username: 'Elsewhere', icon_url: 'https://elsewhere.example/p.png' },
  text('> quoted\n> more', '', '> > deeper', '', '---', '', 'after'),
  {
    text: 'Deployment of **shop** waits. You may [approve it](mmaction://yes?step=two) at once.',
    props: {
      mm_blocks: [
        words('The first release in *three weeks*.'),
        { type: 'divider' },
        {
          type: 'container',
          accent_color: 'warning',
          content: [
            words('**Checks** are not done'),
            columns('**Passed**\n\n118', '**Failed**\n\n2', '**Left**\n\n7'),
            {
              type: 'collapsible',
              header: 'Two failures',
              collapsed: true,
              content: [words('- `checkout` timed out\n- `search` is slow')],
            },
            {
              type: 'collapsible',
              header: 'Seven left',
              content: [words('Most of them take a minute.'), columns('`eu-1`', '`us-2`')],
            },
            { type: 'button', text: 'Approve', action_id: 'yes', style: 'primary' },
            { type: 'button', text: 'Reject', action_id: 'yes', style: 'danger' },
            { type: 'button', text: 'Wait', action_id: 'yes', disabled: true },
            { type: 'button', text: 'Log', action_id: 'log', style: '#7a3ec8' },
          ],
        },
        {
          type: 'column_set',
          columns: [
            {
              type: 'column',
              items: [{ type: 'image', url: pictureOf(80, 80), alt_text: 'Ann', size: 'small' }],
            },
            column('**Ann** is on call\n\nuntil Friday'),
          ],
        },
        { type: 'static_select', action_id: 'yes', placeholder: 'Tell …', data_source: 'users' },
        { type: 'image', url: pictureOf(400, 120), alt_text: 'Load', title: 'Load' },
        { type: 'container', border: true, content: [words('In a box of its own.')] },
      ],
      mm_blocks_actions: {
        yes: { type: 'external', ...integration },
        log: { type: 'openURL', url: 'https://ci.example/log' },
      },
    },
  },
]
