import {
  type Color,
  entryOf,
  joined,
  type Meaning,
  phrase,
  prose,
  quote,
  type Report,
  type Table,
  textAt,
  worded,
} from '../../kit.js'
import { codeIn, colorOfLevel, isOf, pageIn } from './hook.js'

type IssueMeaning = Omit<Meaning, 'color'> & { readonly color?: Color }

/** What happened to an issue; where no colour is given, that of its level. */
const ACTIONS: Table<IssueMeaning> = {
  created: { word: 'New issue', state: 'open' },
  unresolved: { word: 'Unresolved again', state: 'open' },
  resolved: { word: 'Resolved', state: 'closed', color: 'good' },
  archived: { word: 'Archived', state: 'closed', color: 'neutral' },
  ignored: { word: 'Archived', state: 'closed', color: 'neutral' },
  assigned: { word: 'Assigned', state: 'update', color: 'warning' },
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
    const alert: IssueMeaning = { word: worded(level), state: 'open' }
    const known = action === 'triggered' ? alert : entryOf(ACTIONS, action)
    if (!known) return { word: worded(action), state: 'update', color: 'neutral', isSkipped: true }
    const isAgain = known.state === 'open' && action !== 'created'
    const substatus = isAgain ? textAt(body, 'found', 'substatus') : ''
    const word = entryOf(SUBSTATUS, substatus) ?? known.word
    return { color: colorOfLevel(level), ...known, word }
  },
  name: 'found.title',
  url: pageIn('found'),
  began: 'found.firstSeen',
  text: (body) => {
    const release = textAt(body, 'found', 'statusDetails', 'inRelease')
    const actor = textAt(body, 'actor')
    const by = phrase([actor && `by ${actor}`, release && `in ${release}`])
    return joined([codeIn('found.culprit')(body), worded(by)], '\n')
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
  meaning: (body) => ({
    word: 'Comment',
    state: 'update',
    color: 'neutral',
    isSkipped: textAt(body, 'action') !== 'created',
  }),
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
