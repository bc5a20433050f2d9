import { judge as judgeMessages } from '../../support/stored-messages.js'
import type { ChannelPost } from '../machine/posting.js'
import { type Incident, type Message, nameOf, type Sent } from './senders.js'

export type Post = Pick<ChannelPost, 'id' | 'root_id' | 'message' | 'props'>

/** What became of what was sent: if not said otherwise, of what was answered with 200. */
export interface Wrongs {
  /** Messages that are not there, are there twice, or are there in pieces. */
  readonly lost: number
  readonly doubled: number
  readonly torn: number
  /** Messages above one that had been answered before they were sent. */
  readonly disordered: number
  /** Texts that were refused as not stored, and are. */
  readonly untrue: number
  /** Incidents that do not have exactly one post. */
  readonly split: number
  /** Incidents whose post does not have the text and the state of the last report. */
  readonly outdated: number
  /** Incidents whose changes are not replies to their post, each once. */
  readonly untold: number
}

type Judged = Pick<Sent, 'messages' | 'incidents' | 'denied' | 'unknown'>

/** `channels` are the posts of each channel, oldest first, as this version shows them. */
export function judge(
  { messages, incidents, denied, unknown }: Judged,
  channels: readonly (readonly Post[])[],
  hasThreads: boolean,
): Wrongs {
  const sent = new Map(messages.map((message) => [message.id, message]))
  const posts = channels.flat()
  const found = judgeMessages(
    new Map(messages.map(({ id, words }) => [id, words])),
    posts.map(({ message }) => message),
  )
  const stored = new Set(posts.map(({ message }) => nameOf(message)))
  const reports = [...incidents.values()].flatMap((incident) => incident.reports)
  const may = new Set([...sent.keys(), ...reports, ...unknown])
  const disordered = channels.map((each) => countDisordered(sent, each))
  return {
    ...found,
    disordered: disordered.reduce((sum, count) => sum + count, 0),
    untrue: [...denied].filter((name) => stored.has(name) && !may.has(name)).length,
    ...judgeIncidents([...incidents.values()], posts, hasThreads),
  }
}

function countDisordered(sent: ReadonlyMap<string, Message>, posts: readonly Post[]): number {
  let lastSentAt = 0
  let count = 0
  for (const { message } of posts) {
    const found = sent.get(message.split(' ')[0] ?? '')
    if (!found) continue
    if (lastSentAt > found.answeredAt) count += 1
    lastSentAt = Math.max(lastSentAt, found.sentAt)
  }
  return count
}

function judgeIncidents(
  incidents: readonly Incident[],
  posts: readonly Post[],
  hasThreads: boolean,
): Pick<Wrongs, 'split' | 'outdated' | 'untold'> {
  const roots = new Map<string, Post[]>()
  const replies = new Map<string, string[]>()
  for (const post of posts) {
    if (post.root_id === '') put(roots, nameIn(post.message), post)
    else put(replies, post.root_id, post.message)
  }
  const rootOf = ({ name }: Incident): Post | undefined => roots.get(name)?.[0]
  const isTold = (incident: Incident): boolean => {
    const told = replies.get(rootOf(incident)?.id ?? '') ?? []
    const changes = hasThreads ? incident.reports.slice(1) : []
    return told.toSorted().join() === changes.toSorted().join()
  }
  const known = incidents.filter(({ reports }) => reports.length > 0)
  const whole = incidents.filter(({ isWhole }) => isWhole)
  return {
    split: known.filter(({ name }) => roots.get(name)?.length !== 1).length,
    outdated: whole.filter((each) => !isUpToDate(each, rootOf(each))).length,
    untold: whole.filter((each) => !isTold(each)).length,
  }
}

function isUpToDate({ reports }: Incident, root: Post | undefined): boolean {
  const last = reports.at(-1) ?? ''
  const shown = root?.props['webhook_incident']
  const state: unknown = shown instanceof Object ? Reflect.get(shown, 'state') : null
  return root?.message === last && state === last.split(' ')[2]
}

/** Reports begin with the name of their incident. */
function nameIn(report: string): string {
  return report.split(' ')[0] ?? ''
}

function put<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
