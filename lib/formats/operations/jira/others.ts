import {
  entryOf,
  eventName,
  type Meaning,
  type Report,
  type Table,
  textAt,
  worded,
} from '../../kit.js'

/** Events that tell a team something, by name. Others are skipped. */
const SHOWN: Table<Meaning> = {
  'sprint.started': { word: 'Sprint started', color: 'neutral' },
  'sprint.closed': { word: 'Sprint closed', color: 'good' },
  'version.released': { word: 'Version released', color: 'good' },
  'version.unreleased': { word: 'Version no longer released', color: 'warning' },
  'project.created': { word: 'Project created', color: 'neutral' },
  'project.deleted': { word: 'Project deleted', color: 'warning' },
}

/** What is not about an issue or a comment. */
export const OTHER: Report = {
  when: (body) => textAt(body, 'event') !== '',
  event: 'event',
  meaning: (body) => {
    const name = eventName(textAt(body, 'event'))
    const word = worded(name.replaceAll('.', ' '))
    return entryOf(SHOWN, name) ?? { word, color: 'neutral', isSkipped: true }
  },
  name: [part('name'), part('displayName'), part('filename'), 'issue.key'],
  text: [part('goal'), part('description')],
  incident: (body) => {
    const id = part('id')(body)
    return id === '' ? '' : `${kindIn(body)} ${id}`
  },
  deliveryId: 'deliveryId',
  at: 'timestamp',
}

/** The kind of what the event is about, such as `sprint`, is also the name of its member. */
function kindIn(body: unknown): string {
  const [kind = ''] = eventName(textAt(body, 'event')).split('.')
  return kind
}

function part(name: string): (body: unknown) => string {
  return (body) => textAt(body, kindIn(body), name)
}
