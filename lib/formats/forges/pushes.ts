import {
  at,
  countAt,
  firstLine,
  firstText,
  joined,
  lines,
  link,
  list,
  listAt,
  numberAt,
  type Text,
  textAt,
} from '../kit.js'
import {
  AUTHOR,
  counted,
  isNoCommit,
  type News,
  pageIn,
  type Ref,
  refOf,
  shortId,
  shortLine,
  words,
} from './news.js'
import { type Place, SOMEBODY } from './topics.js'

/** What was pushed to one branch or tag. */
export interface Push {
  readonly ref: Ref
  readonly change: 'created' | 'deleted' | 'forced' | 'moved'
  /** As the forge sends them. */
  readonly commits: readonly unknown[]
  /** How many there are, also those that the sender left out. Default: those that it sent. */
  readonly total?: number
  /** Whether there are more, and nobody knows how many. */
  readonly isCut?: boolean
  /** The page of the branch or tag. `''`: that of the repository. */
  readonly page: string
  /** Where the commits can be seen. Default: `page`. */
  readonly compare?: string
  readonly at?: number | null
}

/** What a change of a branch or tag is, by what is known of it before and after. */
export function changeOf(isNew: boolean, isGone: boolean, isForced = false): Push['change'] {
  if (isGone) return 'deleted'
  if (isNew) return 'created'
  return isForced ? 'forced' : 'moved'
}

/** What a push to one branch or tag says of itself at GitHub, at GitLab, and at forges like them. */
export function pushIn(body: unknown): Omit<Push, 'page'> {
  const isSo = (flag: string, id: string): boolean =>
    at(body, flag) === true || isNoCommit(textAt(body, id))
  const total = firstText(body, 'total_commits', 'total_commits_count')
  return {
    ref: refOf(textAt(body, 'ref')),
    change: changeOf(
      isSo('created', 'before'),
      isSo('deleted', 'after'),
      at(body, 'forced') === true,
    ),
    commits: listAt(body, 'commits'),
    total: numberAt(total) ?? countAt(body, 'commits'),
  }
}

/**
 * What was pushed to one branch: five commits and how many more. If several branches and tags were pushed
 * at once, each is on a line, with the commits of none.
 */
export function pushNews(place: Place, pushes: readonly Push[]): News {
  const { where, who, url } = place
  const [first] = pushes
  if (!first) {
    const before = words(who || SOMEBODY, 'pushed')
    return { title: { where, before, label: 'no branch or tag', url }, isSkipped: true }
  }
  const { at = null } = first
  if (pushes.length === 1) return { ...onePush(place, first), at }
  return {
    title: { where, before: words(who, 'pushed'), label: counted(pushes.length, 'ref'), url },
    text: lines(list(pushes.map((push) => pushLine(push, place)))),
    at,
  }
}

function onePush(place: Place, push: Push): News {
  const { where, who } = place
  const { ref, change, commits, compare = '' } = push
  const page = pageOf(push, place)
  const total = Math.max(push.total ?? 0, commits.length)
  if (change === 'deleted' || total === 0 || ref.kind === 'tag') {
    const before = words(who, didTo(ref, change), ref.name === '' ? 'a branch' : '')
    return { title: { where, before, label: ref.name, url: page || compare } }
  }
  return {
    title: {
      where,
      before: words(who, pushed(change)),
      label: manyOf(push, total),
      url: compare || page,
      after: words('to', change === 'created' ? 'the new branch' : '', ref.name),
    },
    text: list(
      commits.map((commit) => commitLine(commit, who)),
      total,
    ),
    color: change === 'forced' ? 'warning' : 'neutral',
  }
}

function pageOf({ page, change }: Push, { url }: Place): string {
  return (change === 'deleted' ? '' : page) || url
}

function pushLine(push: Push, place: Place): Text {
  const { ref, change, commits, compare = '' } = push
  const kind = words(change === 'created' ? 'the new' : '', ref.kind)
  const did =
    commits.length === 0
      ? didTo(ref, change)
      : words(pushed(change), manyOf(push, commits.length), 'to', kind)
  return [`${did} `, link(pageOf(push, place) || compare, ref.name)]
}

function pushed(change: Push['change']): string {
  return change === 'forced' ? 'force-pushed' : 'pushed'
}

function manyOf({ isCut = false }: Push, count: number): string {
  return words(isCut ? 'more than' : '', counted(count, 'commit'))
}

function didTo({ kind }: Ref, change: Push['change']): string {
  const isChange = change === 'moved' || change === 'forced'
  if (isChange && kind === 'branch') return `${pushed(change)} to`
  return words(isChange ? 'moved' : change, 'the', kind)
}

const LONGEST_LINE = 100

function commitLine(commit: unknown, pusher: string): Text {
  const message = firstText(commit, 'message', 'title', 'comment').trimStart()
  const author = firstText(commit, ...AUTHOR)
  const by = author === '' || author === pusher ? '' : `(${shortLine(author, 40)})`
  const id = shortId(firstText(commit, 'id', 'sha', 'hash', 'commitId'))
  return joined(
    [id && link(pageIn(commit), id), shortLine(firstLine(message), LONGEST_LINE), by],
    ' ',
  )
}
