import {
  at,
  type Change,
  firstText,
  isNoCommit,
  pageNews,
  pushIn,
  pushNews,
  releaseLabel,
  type Teller,
  timeAt,
  type TopicOf,
  urlPath,
} from '../kit.js'
import { placeOf } from './bodies.js'

/** Commits of a branch, or a tag. GitLab has no other event for new and deleted ones. */
export const pushed: Teller = (body) => {
  const push = pushIn(body)
  const place = placeOf(body)
  const { url } = place
  return pushNews(place, [
    {
      ...push,
      commits: push.commits.toReversed(),
      page: url && `${url}/-/tree/${urlPath(push.ref.name)}`,
      compare: comparison(url, firstText(body, 'before'), firstText(body, 'after')),
      at: push.commits.reduce(laterTime, 0) || null,
    },
  ])
}

function laterTime(time: number, commit: unknown): number {
  return Math.max(time, timeAt(commit, 'timestamp') ?? 0)
}

/** The page that shows what is new; `''` if there is nothing to compare. */
function comparison(url: string, before: string, after: string): string {
  const isComparable = [before, after].every((id) => id !== '' && !isNoCommit(id))
  if (url === '' || !isComparable) return ''
  return `${url}/-/compare/${encodeURIComponent(before)}...${encodeURIComponent(after)}`
}

export function released(did: string): Change {
  return { did: `Release ${did}`, color: 'good', tells: 'beginning' }
}

export const releaseOf: TopicOf = (body) => ({
  ...placeOf(body, firstText(body, 'url')),
  who: '',
  kind: '',
  label: releaseLabel(firstText(body, 'tag'), firstText(body, 'name')),
  at: timeAt(body, 'released_at'),
  beginning: { text: firstText(body, 'description') },
})

export function pageChanged(did: string): Teller {
  return (body) => {
    const page = at(body, 'object_attributes')
    const place = placeOf(body, firstText(page, 'url'))
    const beginning = { text: firstText(page, 'message') }
    return pageNews({ ...place, label: firstText(page, 'title'), beginning }, did)
  }
}
