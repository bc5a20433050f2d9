import { between } from '../drafts/times.js'
import { at, numberAt, textAt, timeAt } from '../json-members.js'
import type { Meaning } from '../meaning.js'
import { refOf } from './commits.js'
import { personOf, whereOf } from './github/bodies.js'
import { byWhom, type Teller } from './news.js'
import { outcomeOf, runNews } from './outcomes.js'

const NANOSECONDS = 1e6

/** A run of Forgejo Actions, which tells of its repository itself. */
export const actionRan: Teller = (body) => {
  const run = at(body, 'run')
  const where = textAt(run, 'repository', 'full_name') || whereOf(body)
  const workflow = textAt(run, 'workflow_id')
  const title = textAt(run, 'title')
  const end = timeAt(run, 'stopped')
  const nanoseconds = numberAt(run, 'duration')
  const id = textAt(run, 'id')
  return runNews({
    where,
    label: workflow || title || 'Actions',
    url: textAt(run, 'html_url') || textAt(run, 'repository', 'html_url'),
    outcome: outcomeOfRun(textAt(body, 'action') || textAt(run, 'status')),
    branch: refOf(textAt(run, 'prettyref')).name,
    milliseconds: between(timeAt(run, 'started'), end) ?? (nanoseconds ?? 0) / NANOSECONDS,
    facts: [workflow === '' ? '' : title, byWhom(personOf(run, 'trigger_user'))],
    incident: id === '' ? '' : `${where}/runs/${id}`,
    at: end,
  })
}

/** The first run that passes after one that failed: worth a message, unlike others that pass. */
export const actionRecovered: Teller = (body) => ({ ...actionRan(body), isSkipped: false })

function outcomeOfRun(word: string): Meaning {
  if (word !== 'recover') return outcomeOf(word)
  return { ...outcomeOf('success'), word: 'passes again' }
}
