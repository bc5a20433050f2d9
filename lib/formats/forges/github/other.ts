import { at, listAt, textAt, timeAt, textOf } from '../../json-members.js'
import { isObject } from '../../../model/json.js'
import { byWhom, capital, type News, spaced, type Teller, words } from '../news.js'
import { repositoryUrl, whereOf, whoOf } from './bodies.js'

/** Members that say what an event is about, where it is not the one named like the event. */
const ABOUT = ['alert', 'member', 'membership', 'package', 'project', 'rule', 'installation']
const NAMES = ['title', 'name', 'full_name', 'login', 'slug', 'tag_name', 'key', 'summary']

/**
 * An event without words of its own: its name, what it is about, and who did it. `shown`: what it is
 * called.
 */
export function shownByName(event: string, shown: string): Teller {
  return (body) => {
    const did = capital(words(spaced(shown), spaced(textAt(body, 'action'))))
    const about = aboutOf(body, event)
    const label = nameOf(about)
    const url = textAt(about, 'html_url') || repositoryUrl(body)
    const old = textAt(body, 'changes', event, 'name', 'from')
    const after = words(old === '' ? '' : `(was ${old})`, byWhom(whoOf(body)))
    const title: News['title'] =
      label === ''
        ? { where: whereOf(body), label: did, url, after }
        : { where: whereOf(body), before: `${did}:`, label, url, after }
    return { title, at: timeAt(about, 'updated_at') }
  }
}

function aboutOf(body: unknown, event: string): unknown {
  const user = at(body, 'membership', 'user') ?? at(body, 'invitation')
  if (event === 'organization' && isObject(user)) return user
  return [event, ...ABOUT].map((name) => at(body, name)).find(isObject)
}

function nameOf(about: unknown): string {
  return NAMES.map((name) => textAt(about, name)).find((text) => text.trim() !== '') ?? ''
}

/** A webhook was made: that it says so answers whether it works. */
export const pinged: Teller = (body) => {
  const events = listAt(body, 'hook', 'events').map(textOf)
  const shown = events.filter((name) => name !== '').map((name) => (name === '*' ? 'all' : name))
  const list = shown.length > 5 ? [...shown.slice(0, 5), `${shown.length - 5} more`] : shown
  return {
    title: {
      where: whereOf(body),
      label: 'The webhook is connected',
      url: repositoryUrl(body),
      after: list.length === 0 ? '' : `(${list.join(', ')})`,
    },
    color: 'good',
  }
}
