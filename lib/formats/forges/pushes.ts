import { lines, list, type Text, link } from '../drafts/pieces.js'
import { type Commit, commitList, type Ref } from './commits.js'
import { counted, type News, words } from './news.js'

/** What was pushed to one branch or tag. */
export interface Push {
  readonly where: string
  readonly who: string
  readonly ref: Ref
  readonly change: 'created' | 'deleted' | 'forced' | 'moved'
  readonly commits: readonly Commit[]
  /** How many there are, also those that the sender left out; 0 if it does not say. */
  readonly total: number
  /** Whether there are more, and nobody knows how many. */
  readonly isCut?: boolean
  /** Where the commits, or else the branch, can be seen. */
  readonly url: string
  readonly refUrl: string
  readonly at?: number | null
}

/** Five commits and how many more, or one line where the push has none. */
export function pushNews(push: Push): News {
  const { where, who, ref, change, commits, url, refUrl, at = null } = push
  const total = Math.max(push.total, commits.length)
  if (change === 'deleted' || total === 0 || ref.kind === 'tag') {
    const before = words(who, didTo(ref, change), ref.name === '' ? 'a branch' : '')
    return { title: { where, before, label: ref.name, url: refUrl || url }, at }
  }
  const many = counted(total, 'commit')
  const before = words(who, change === 'forced' ? 'force-pushed' : 'pushed')
  const after = words('to', change === 'created' ? 'the new branch' : '', ref.name)
  const label = push.isCut === true ? `more than ${many}` : many
  return {
    title: { where, before, label, url: url || refUrl, after },
    text: commitList(commits, total, who),
    color: change === 'forced' ? 'warning' : 'neutral',
    at,
  }
}

/** Several branches and tags that were pushed at once: each on a line, and the commits of none. */
export function pushesNews(
  pushes: readonly Push[],
  { where, who, url }: Pick<Push, 'where' | 'who' | 'url'>,
): News {
  const [first] = pushes
  if (!first) {
    const before = words(who || 'Somebody', 'pushed')
    return { title: { where, before, label: 'no branch or tag', url }, isSkipped: true }
  }
  if (pushes.length === 1) return pushNews(first)
  const { at = null } = first
  return {
    title: { where, before: words(who, 'pushed'), label: counted(pushes.length, 'ref'), url },
    text: lines(list(pushes.map(lineOf))),
    at,
  }
}

function lineOf({ ref, change, commits, url, refUrl, isCut = false }: Push): Text {
  const count = commits.length
  const more = count === 0 ? '' : `${isCut ? 'more than ' : ''}${counted(count, 'commit')} to`
  const pushed = change === 'forced' ? 'force-pushed' : 'pushed'
  const kind = words(change === 'created' ? 'the new' : '', ref.kind)
  const did = count === 0 ? didTo(ref, change) : words(pushed, more, kind)
  return [`${did} `, link(refUrl || url, ref.name)]
}

function didTo(ref: Ref, change: Push['change']): string {
  if (change === 'moved' && ref.kind === 'branch') return 'pushed to'
  if (change === 'forced' && ref.kind === 'branch') return 'force-pushed to'
  return words(change === 'forced' ? 'moved' : change, 'the', ref.kind)
}
