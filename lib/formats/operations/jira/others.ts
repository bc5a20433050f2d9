import {
  entryOf,
  eventName,
  hasTexts,
  type Meaning,
  namesIn,
  note,
  notKnown,
  type Report,
  type Table,
  textAt,
  worded,
} from '../../kit.js'

/** Events that tell a team something, by name. Others are skipped. */
const SHOWN: Table<Meaning> = {
  'sprint.started': note('Sprint started'),
  'sprint.closed': note('Sprint closed', 'good'),
  'version.released': note('Version released', 'good'),
  'version.unreleased': note('Version no longer released', 'warning'),
  'project.created': note('Project created'),
  'project.deleted': note('Project deleted', 'warning'),
}

/** What Jira tells of besides. */
const KINDS = namesIn(
  'attachment board comment issue issuelink option project sprint user version worklog',
)

/** What is not about an issue or a comment. */
export const OTHER: Report = {
  when: (body) => hasTexts(body, 'event'),
  event: 'event',
  meaning: (body) => {
    const name = eventName(textAt(body, 'event'))
    const usual = note(worded(name.replaceAll('.', ' ')))
    const isKnown = KINDS.has(kindIn(body).split('_', 1).join())
    return entryOf(SHOWN, name) ?? (isKnown ? { ...usual, isSkipped: true } : notKnown(usual))
  },
  name: [part('name'), part('displayName'), part('filename'), 'issue.key'],
  text: [part('goal'), part('description')],
  incident: (body) => {
    const id = part('id')(body)
    return id && `${kindIn(body)} ${id}`
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
  return (body) => textAt(body, `${kindIn(body)}.${name}`)
}
