import {
  capital,
  closed,
  entryOf,
  joined,
  levelColor,
  type Meaning,
  notKnown,
  open,
  phrase,
  prose,
  quote,
  type Report,
  type Table,
  textAt,
  update,
  worded,
} from '../../kit.js'
import { codeIn, isOf, pageIn } from './hook.js'

/** What happened to an issue. One that is open has the colour of its level. */
const ACTIONS: Table<Meaning> = {
  created: open('New issue'),
  unresolved: open('Unresolved again'),
  resolved: closed('Resolved'),
  archived: closed('Archived', 'neutral'),
  ignored: closed('Archived', 'neutral'),
  assigned: update('Assigned', 'warning'),
}

const SUBSTATUS: Table<string> = {
  regressed: 'Regressed',
  escalating: 'Escalating',
}

export const ISSUE: Partial<Report> = {
  when: isOf('issue', 'activity_alert'),
  meaning: (body) => {
    const action = textAt(body, 'action')
    const level = textAt(body, 'found', 'level') || 'error'
    // A rule tells of an issue: its title begins like that of an error that a rule tells of.
    const known = action === 'triggered' ? open(worded(level)) : entryOf(ACTIONS, action)
    if (!known) return notKnown(update(worded(action)))
    if (known.state !== 'open') return known
    const substatus = action === 'created' ? '' : textAt(body, 'found', 'substatus')
    return open(entryOf(SUBSTATUS, substatus) ?? known.word, levelColor(level))
  },
  name: 'found.title',
  url: pageIn('found'),
  began: 'found.firstSeen',
  text: (body) => {
    const release = textAt(body, 'found', 'statusDetails', 'inRelease')
    const actor = textAt(body, 'actor')
    const by = phrase([actor && `by ${actor}`, release && `in ${release}`])
    return joined([codeIn('found.culprit')(body), capital(by)], '\n')
  },
  fields: {
    Rule: 'data.triggered_rule',
    Project: ['found.project.name', 'found.project.slug'],
    Issue: 'found.shortId',
    'Assigned to': 'found.assignedTo.name',
    Priority: 'found.priority',
  },
  incident: 'found.id',
}

export const COMMENT: Partial<Report> = {
  when: isOf('comment'),
  meaning: (body) => {
    const action = textAt(body, 'action')
    const isSkipped = action !== 'created'
    const isKnown = !isSkipped || ['updated', 'deleted'].includes(action)
    return { isSkipped, isKnown, ...update('Comment') }
  },
  title: (body) => {
    if (textAt(body, 'found') === '') return ''
    const action = textAt(body, 'action')
    const verb = action === 'created' ? 'commented on' : `${action} a comment on`
    const project = textAt(body, 'data', 'project_slug')
    const where = project === '' ? 'an issue' : `an issue of ${project}`
    return `${textAt(body, 'actor') || 'Somebody'} ${verb} ${where}`
  },
  text: (body) => quote(prose(textAt(body, 'found'))),
  incident: 'data.issue_id',
}
