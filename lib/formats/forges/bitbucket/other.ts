import { entryOf } from '../../own-entry.js'
import { byWhom, capital, type News, spaced, type Teller } from '../news.js'
import { pullOf, pullTopic, repositoryOf, urlOf, whereOf, whoOf } from './bodies.js'

const NOUNS: Readonly<Record<string, string>> = {
  pr: 'Pull request',
  pullrequest: 'Pull request',
  repo: 'Repository',
  mirror: 'Mirror:',
}

/** An event without words of its own: its name, what it is about, and who did it. */
export function shownByName(key: string): Teller {
  const [kind = '', ...rest] = key.split(':')
  const noun = entryOf(NOUNS, kind)
  const did = `${noun ?? capital(spaced(kind))} ${spaced(rest.join(' '))}`.trim()
  return (body) => {
    const after = byWhom(whoOf(body))
    const where = whereOf(body)
    const isPull = pullOf(body) !== undefined
    const { label, url, incident, at } = pullTopic(body)
    const title: News['title'] = isPull
      ? { where, before: `${did}:`, label, url, after }
      : { where, label: did, url: urlOf(repositoryOf(body)), after }
    return isPull ? { title, incident, at } : { title }
  }
}
