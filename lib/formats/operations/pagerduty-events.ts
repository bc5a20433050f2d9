import {
  acknowledged,
  at,
  type CardLink,
  closed,
  entryOf,
  hasObjects,
  hasTexts,
  isWebUrl,
  levelColor,
  listAt,
  type Meaning,
  note,
  open,
  type ReceiptPost,
  type Report,
  reporter,
  SKIPPED_ID,
  type Table,
  textAt,
  textsAt,
  valueOf,
  worded,
} from '../kit.js'

const ACTIONS: Table<Meaning> = {
  trigger: open('Triggered'),
  acknowledge: acknowledged('Acknowledged'),
  resolve: closed('Resolved'),
}

/** What events of both addresses show. */
const SHOWN: Omit<Report, 'event'> = {
  url: (body) => linksOf(body)[0]?.url ?? '',
  text: 'payload.custom_details',
  fields: [
    { Source: 'payload.source', Component: 'payload.component', Group: 'payload.group' },
    (body) => textsAt(body, 'payload.custom_details'),
    {
      Class: 'payload.class',
      Alert: (body) => (hasObjects(body, 'payload') ? '' : textAt(body, 'dedup_key')),
    },
  ],
  links: (body) => linksOf(body).slice(0, 3),
  imageUrl: 'images.0.src',
  at: 'payload.timestamp',
}

/** The Events API of PagerDuty, version 2, for programs whose address of it can be changed. */
export const pagerdutyEvents = reporter({
  name: 'pagerduty-events',
  title: 'PagerDuty Events API',
  isMonitoring: true,
  facts: {
    severity: 'payload.severity',
    service: ['payload.component', 'payload.source'],
    environment: 'payload.group',
  },
  paths: ['/v2/enqueue', '/v2/change/enqueue'],
  claims: (body) =>
    hasTexts(body, 'routing_key') && (actionOf(body) !== undefined || isChange(body)),
  needs: 'event_action',
  expected: 'must be trigger, acknowledge or resolve',
  reports: [
    {
      ...SHOWN,
      event: 'event_action',
      meaning: (body) => {
        const meaning = actionOf(body)
        const severity = textAt(body, 'payload.severity').toLowerCase()
        const color = levelColor(severity)
        return meaning?.state === 'open' && color ? open(worded(severity), color) : meaning
      },
      name: ['payload.summary', 'dedup_key', () => 'an alert'],
      incident: 'dedup_key',
      // Most programs name only the key when they resolve something.
      isBare: (body) => !hasObjects(body, 'payload'),
    },
    {
      ...SHOWN,
      when: isChange,
      event: () => 'change',
      meaning: note('Change'),
      name: 'payload.summary',
    },
  ],
  answer: ({ request, posts }) => {
    const value = valueOf(request.body)
    if (isChange(value)) {
      return { status: 202, body: { status: 'success', message: 'Change event processed' } }
    }
    // Its clients keep it, to resolve what they have triggered.
    const key = textAt(value, 'dedup_key') || keyOf(posts[0])
    const body = { status: 'success', message: 'Event processed', dedup_key: key }
    return { status: 202, body }
  },
})

function actionOf(body: unknown): Meaning | undefined {
  return entryOf(ACTIONS, textAt(body, 'event_action'))
}

/** An event of the second address: something was deployed, say. */
function isChange(body: unknown): boolean {
  return at(body, 'event_action') === undefined && hasTexts(body, 'payload.summary')
}

/** A key for an event that has none: the post, or the time of what was not shown. */
function keyOf(post: ReceiptPost | undefined): string {
  if (!post) return ''
  return post.id === SKIPPED_ID ? `${post.webhookId}-${post.createAt.toString(36)}` : post.id
}

function linksOf(body: unknown): readonly CardLink[] {
  return [
    { text: textAt(body, 'client'), url: textAt(body, 'client_url') },
    ...listAt(body, 'links').map((each) => ({
      text: textAt(each, 'text'),
      url: textAt(each, 'href'),
    })),
  ]
    .filter(({ url }) => isWebUrl(url))
    .map(({ text, url }) => ({ text: labelOf(text), url }))
}

/** A button that shows an address and opens another one would lie. */
function labelOf(text: string): string {
  return text === '' || text.includes('://') ? 'Open' : text
}
