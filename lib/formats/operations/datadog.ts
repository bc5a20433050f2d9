import {
  at,
  beginningOf,
  closed,
  entryOf,
  firstText,
  hasStrings,
  hasTexts,
  isObject,
  levelColor,
  listAt,
  type Meaning,
  note,
  numberAt,
  open,
  reporter,
  type Table,
  textAt,
  textOf,
  valueOf,
} from '../kit.js'

/** What became of a monitor. */
const TRANSITIONS: Table<Meaning> = {
  triggered: open('Triggered'),
  're-triggered': open('Triggered again'),
  warn: open('Warning', 'warning'),
  're-warn': open('Warning again', 'warning'),
  'no data': open('No data', 'warning'),
  're-no data': open('Still no data', 'warning'),
  renotify: open('Still triggered'),
  recovered: closed('Recovered'),
}

/**
 * Datadog, whose users write the body of a webhook themselves (docs/formats.md has one), or send the
 * one that Datadog suggests. It is named by the URL.
 */
export const datadog = reporter({
  name: 'datadog',
  title: 'Datadog',
  isMonitoring: true,
  facts: {
    severity: ['alert_type', 'alert_priority', 'priority'],
    service: tagged('service'),
    environment: tagged('env', 'environment'),
  },
  looksLike: (body) => {
    const isEvent = hasStrings(body, 'title', 'event_type')
    return isEvent && ['date', 'last_updated'].some((name) => at(body, name) !== undefined)
  },
  advice: 'send "text" in its payload',
  bodyOf: ({ body }) => {
    const sent = filledIn(valueOf(body))
    return { ...sent, ...headOf(sent) }
  },
  needs: 'title',
  reports: [
    {
      when: (body) => hasTexts(body, 'name'),
      event: ['transition', 'event_type', () => 'event'],
      meaning: (body) => {
        const kind = firstText(body, 'alert_type', 'priority')
        const meaning = entryOf(TRANSITIONS, textAt(body, 'transition'))
        return meaning ?? note('Datadog', levelColor(kind))
      },
      name: 'name',
      url: 'link',
      text: [textIn('body'), textIn('message'), textIn('description')],
      fields: {
        Host: 'hostname',
        Scope: ['alert_scope', (body) => (hasTexts(body, 'hostname') ? '' : textAt(body, 'scope'))],
        Condition: ['alert_status', 'query'],
        Tags: 'tags',
      },
      imageUrl: 'snapshot',
      incident: ['alert_cycle_key', 'aggreg_key', 'alert_id', 'monitor_id'],
      deliveryId: 'id',
      at: (body) => {
        const time = numberAt(body, 'date') ?? numberAt(body, 'last_updated') ?? 0
        return time > 1e12 && time < 1e14 ? time : null
      },
    },
  ],
})

/** The texts whose variables Datadog has filled in. */
function filledIn(body: unknown): Readonly<Record<string, string>> {
  if (!isObject(body)) return {}
  const texts = Object.keys(body).map((name): [string, string] => [name, textOf(body[name]).trim()])
  return Object.fromEntries(texts.filter(([, text]) => !/^\$[A-Z][A-Z_]*$/.test(text.slice(0, 64))))
}

/** A title, taken apart: `[P1] [Triggered on {host:web-01}] CPU is high`. */
interface Head {
  readonly name: string
  readonly transition: string
  readonly scope: string
}

function headOf(sent: Readonly<Record<string, string>>): Head {
  const ofEvent = withoutState(textAt(sent, 'title'))
  const ofAlert = withoutState(textAt(sent, 'alert_title'))
  return {
    name: ofAlert.name || ofEvent.name,
    transition:
      textAt(sent, 'alert_transition').toLowerCase() || ofAlert.transition || ofEvent.transition,
    scope: ofAlert.scope || ofEvent.scope,
  }
}

/** Brackets before a name: the state, the priority, or what the users of it write there. */
const MOST_BRACKETS = 3

function withoutState(title: string): Head {
  const kept: string[] = []
  let rest = title
  for (let count = 0; count < MOST_BRACKETS && rest.startsWith('['); count += 1) {
    const end = rest.indexOf('] ')
    if (end === -1) break
    const [word = '', ...scope] = rest.slice(1, end).split(' on ')
    const after = rest.slice(end + 2).trim()
    const transition = word.trim().toLowerCase()
    if (entryOf(TRANSITIONS, transition)) {
      return { name: [...kept, after].join(' '), transition, scope: scopeOf(scope.join(' on ')) }
    }
    kept.push(rest.slice(0, end + 1))
    rest = after
  }
  return { name: title, transition: '', scope: '' }
}

/** `{host:web-01}` without the brackets. */
function scopeOf(text: string): string {
  return text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1) : text
}

/** Its Markdown without the marks around it, the picture, and the links to its own pages. */
function textIn(name: string): (body: unknown) => string {
  return (body) =>
    beginningOf(textAt(body, name))
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '%%%' && line !== '- - -')
      .filter((line) => !['[![', '![', '[['].some((start) => line.startsWith(start)))
      .join('\n')
      .trim()
}

/** The value of one of these tags, which are in a list or in one text. */
function tagged(...names: readonly string[]): (body: unknown) => string {
  return (body) => {
    const tags = [
      ...listAt(body, 'tags').map(textOf),
      ...textAt(body, 'tags').slice(0, 2_000).split(','),
    ]
    const all = tags.map((tag) => tag.trim().split(':'))
    const [, ...value] = all.find(([name = '']) => names.includes(name)) ?? []
    return value.join(':')
  }
}
