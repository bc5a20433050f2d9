import { isObject } from '../../../model/json.js'
import { at } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'
import { firstText } from '../../slots.js'
import { forge, NO_OBJECT } from '../forge.js'
import { capital, type News, spaced } from '../news.js'
import { namedNews } from '../topics.js'
import { placeOf, pullIn, pullOf } from './bodies.js'
import { EVENTS, UNWANTED } from './events.js'

/** Bitbucket Cloud and Bitbucket Data Center. */
export const bitbucket = forge({
  name: 'bitbucket',
  title: 'Bitbucket',
  eventHeaders: ['x-event-key'],
  deliveryHeaders: ['x-request-uuid', 'x-request-id'],
  eventOf: (body, header) => {
    if (!isObject(body)) return NO_OBJECT
    const event = header ?? inferred(body)
    if (event === '') return { missing: 'repository' }
    const parts = event.split(':').filter((part) => part !== '')
    return { event, name: parts.join('.') }
  },
  tellers: EVENTS,
  unwanted: UNWANTED,
  others: (event, body, { isOnlyBodyProven = false }) => {
    // Nothing is shown of a name that anybody may have written.
    const isShown = !isOnlyBodyProven || UNWANTED.has(event)
    return toldByName(isShown ? event : inferred(body) || 'event', body)
  },
})

/** The event by the body, where a proxy dropped the header. */
function inferred(body: unknown): string {
  const key = firstText(body, 'eventKey')
  if (key !== '') return key
  if (isObject(pullIn(body))) return 'pullrequest'
  if (isObject(at(body, 'push'))) return 'repo:push'
  return isObject(at(body, 'repository')) && isObject(at(body, 'actor')) ? 'repo' : ''
}

const NOUNS: Readonly<Record<string, string>> = {
  pr: 'Pull request',
  pullrequest: 'Pull request',
  repo: 'Repository',
  mirror: 'Mirror:',
}

function toldByName(event: string, body: unknown): News {
  const [kind = '', ...rest] = event.split(':')
  const noun = entryOf(NOUNS, kind) ?? capital(spaced(kind))
  const name = `${noun} ${spaced(rest.join(' '))}`.trim()
  const place = placeOf(body)
  if (pullIn(body) === undefined) return namedNews({ ...place, label: '' }, name)
  const pull = pullOf(body)
  return namedNews({ ...pull, who: place.who, label: pull.label || pull.kind }, name)
}
