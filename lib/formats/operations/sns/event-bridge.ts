import {
  alike,
  type Color,
  entryOf,
  firstText,
  hasObjects,
  note,
  numberAt,
  phrase,
  type Report,
  type Table,
  textAt,
  worded,
  wordsIn,
} from '../../kit.js'
import { holds, lastOf } from './delivery.js'

/** Members of `detail` that name what an event is about, the best first. */
const NAMES = wordsIn(`
  alarmName title pipeline project-name stateMachineArn jobName instance-id service
  SourceIdentifier eventName name
`).map((name) => `detail.${name}`)

/** Members of `detail` that say what became of it. */
const STATES = wordsIn('state.value state build-status status lastStatus statusCode').map(
  (name) => `detail.${name}`,
)

const COLORS: Table<Color> = {
  ...alike('failed failure fault alarm error timed_out stopped terminated', 'bad'),
  ...alike('pending started in_progress running stopping open', 'warning'),
  ...alike('succeeded success ok completed closed', 'good'),
}

/** An event of Amazon EventBridge. */
export const BRIDGED: Report = {
  when: (body) => holds('detail-type')(body) && hasObjects(body, 'detail'),
  event: 'detail-type',
  meaning: (body) => note(textAt(body, 'detail-type'), colorOf(body)),
  name: [
    (body) => phrase([nameIn(body), worded(firstText(body, ...STATES).toLowerCase())], ', '),
    'source',
    () => 'an event',
  ],
  text: [
    'detail.state.reason',
    'detail.description',
    'detail.eventDescription.0.latestDescription',
    'detail.Message',
    'detail.stoppedReason',
  ],
  fields: {
    Resource: (body) => (resourceIn(body) === nameIn(body) ? '' : resourceIn(body)),
    Region: 'region',
    Account: 'account',
  },
  incident: (body) => {
    const resource = textAt(body, 'resources.0')
    return resource && `${textAt(body, 'detail-type')} ${resource}`
  },
  at: ['time', 'sns.at'],
}

function resourceIn(body: unknown): string {
  return lastOf(textAt(body, 'resources.0'))
}

function nameIn(body: unknown): string {
  return lastOf(firstText(body, ...NAMES)) || resourceIn(body)
}

/** Findings have a severity, everything else a state. */
function colorOf(body: unknown): Color {
  const severity = numberAt(body, 'detail.severity')
  if (severity !== null) return severity >= 7 ? 'bad' : 'warning'
  const status = firstText(body, ...STATES).toLowerCase()
  return entryOf(COLORS, status) ?? 'neutral'
}
