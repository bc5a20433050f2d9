import {
  at,
  bySomebody,
  type Change,
  countAt,
  firstText,
  listAt,
  MOST_LINES,
  type News,
  pageNews,
  type Push,
  pushIn,
  pushNews,
  type Ref,
  refOf,
  releaseLabel,
  type Teller,
  type Tellers,
  textAt,
  textOf,
  topicNews,
  timeAt,
  type TopicOf,
  urlPath,
  words,
} from '../kit.js'
import { personAt, placeOf, repositoryUrl, whereOf } from './bodies.js'

/** Forges differ in the path of a branch or a tag below that of the repository. */
export function refTellers(folderOf: (kind: string) => string): Tellers {
  const pageOf = (body: unknown, { kind, name }: Ref): string => {
    const url = repositoryUrl(body)
    return url === '' || name === '' ? '' : `${url}/${folderOf(kind)}/${urlPath(name)}`
  }
  const refChanged = (change: Push['change']): Teller => {
    return (body) => {
      const { kind: usual, name } = refOf(textAt(body, 'ref'))
      const kind = textAt(body, 'ref_type') || usual
      const ref = { kind, name: name || kind }
      const push = { ref, change, commits: [], page: pageOf(body, { kind, name }) }
      return pushNews(bySomebody(placeOf(body)), [push])
    }
  }
  return {
    push: (body) => pushed(body, pageOf),
    create: refChanged('created'),
    delete: refChanged('deleted'),
  }
}

/** Commits that were pushed; a new or deleted branch without any is shown by `create` and `delete`. */
function pushed(body: unknown, pageOf: (body: unknown, ref: Ref) => string): News {
  const push = pushIn(body)
  const { ref, change, commits } = push
  const news = pushNews(placeOf(body), [
    {
      ...push,
      page: pageOf(body, ref),
      compare: firstText(body, 'compare', 'compare_url'),
      at: timeAt(body, 'head_commit.timestamp'),
    },
  ])
  const isShownTwice = change === 'deleted' || (change === 'created' && commits.length === 0)
  return { ...news, isSkipped: isShownTwice || ref.kind === 'tag' }
}

export const forkOf: TopicOf = (body) => ({
  ...bySomebody(placeOf(body)),
  label: textAt(body, 'forkee.full_name') || 'a repository',
  url: textAt(body, 'forkee.html_url'),
})

export function released(did: string): Change {
  return { did, color: 'good', tells: 'beginning' }
}

export const releaseOf: TopicOf = (body) => {
  const release = at(body, 'release')
  const { who, ...place } = placeOf(body, textAt(release, 'html_url'))
  return {
    ...bySomebody({ ...place, who: who || personAt(release, 'author') }),
    kind: at(release, 'prerelease') === true ? 'pre-release' : 'release',
    label: releaseLabel(textAt(release, 'tag_name'), textAt(release, 'name')),
    at: timeAt(release, 'published_at'),
    beginning: { text: textAt(release, 'body') },
  }
}

/** Pages of a wiki: GitHub sends several at once. */
export const wikiChanged: Teller = (body) => {
  const more = countAt(body, 'pages') - 1
  const page = {
    ...placeOf(body, textAt(body, 'pages.0.html_url')),
    label: firstText(body, 'pages.0.title', 'pages.0.page_name'),
    after: more > 0 ? `and ${more} more` : '',
    beginning: { text: textAt(body, 'pages.0.summary') },
  }
  return pageNews(page, textAt(body, 'pages.0.action'))
}

export const memberAdded: Teller = (body) => {
  const { where, who } = placeOf(body)
  const member = personAt(body, 'member') || 'somebody'
  const isOneself = who === '' || who === member
  return {
    title: {
      where,
      before: isOneself ? '' : words(who, 'added'),
      label: member,
      url: textAt(body, 'member.html_url'),
      after: isOneself ? 'joined the repository' : 'to the repository',
    },
  }
}

export const publicOf: TopicOf = (body) => ({
  ...bySomebody(placeOf(body)),
  label: whereOf(body) || 'a repository',
  after: 'public',
})

/** A user whom an organization blocks, or no longer does. */
export const blocked: Teller = (body) => {
  const user = {
    ...bySomebody(placeOf(body)),
    label: personAt(body, 'blocked_user') || 'a user',
    url: textAt(body, 'blocked_user.html_url'),
  }
  return topicNews(user, { did: textAt(body, 'action') || 'blocked' })
}

/** A webhook was made: that it says so answers whether it works. */
export const pinged: Teller = (body) => {
  const names = listAt(body, 'hook.events').map(textOf)
  const events = names.filter((name) => name !== '').map((name) => (name === '*' ? 'all' : name))
  const left = events.length - MOST_LINES
  const shown = left > 0 ? [...events.slice(0, MOST_LINES), `${left} more`] : events
  const { where, url } = placeOf(body)
  const after = shown.length === 0 ? '' : `(${shown.join(', ')})`
  return {
    title: { where, label: 'The webhook is connected', url, after },
    color: 'good',
    isTest: true,
  }
}
