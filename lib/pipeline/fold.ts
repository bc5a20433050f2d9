import {
  type Acknowledged,
  withAcknowledge,
  withoutAcknowledge,
} from '../rules/acknowledge-button.js'
import { withHistory, withoutHistory } from '../rules/incident-line.js'
import type { HookIncident, IncidentChange } from '../model/incidents.js'
import type { HookPost } from '../model/records.js'
import {
  type Course,
  follow,
  type IncidentEvent,
  type IncidentFacts,
  shownIncident,
} from '../rules/incidents.js'
import { withIncident } from '../rules/shown-incident.js'
import type { ComposedPost, ComposeOptions } from './compose.js'
import {
  type Headed,
  isPart,
  recoloured,
  replaced,
  reworded,
  toldChanges,
  withLink,
  wordOf,
} from './edited.js'
import type { RootAction } from './once.js'

/** What is known of an incident, and the post that shows it. */
export interface Known {
  readonly incident: HookIncident
  readonly root: HookPost
}

/** A report, ready to be applied. */
export interface Report {
  readonly composed: readonly ComposedPost[]
  readonly event: IncidentEvent
  readonly mode: 'reply' | 'edit'
  /** Whom a rule mentions in it. Default: nobody. */
  readonly calls?: string | null
}

export interface FoldOptions extends Pick<ComposeOptions, 'maxPostLength' | 'show'> {
  /** The address of the post of the same incident before; `''` if there is none. */
  readonly linkTo: (root: HookPost) => string
  /** The incident for the button that acknowledges it; null for none. */
  readonly acknowledges: Acknowledged | null
}

/** What a report does, before it is applied. */
export interface Step {
  readonly report: Report
  readonly course: Course
  /** Those that open the incident, or stand beside its own. */
  readonly posts: readonly ComposedPost[]
  /** Whether they say nothing but the change, so that those of several reports become one. */
  readonly isOnlyChange: boolean
}

/** What became of a report: what was done with the incident's post, and which group of posts is its own. */
export interface Applied {
  readonly action: RootAction
  readonly group: number | null
}

/**
 * The reports of an incident, applied one after another in memory as if each had been stored by itself, so
 * that several of them are one change of the store.
 */
export class Fold {
  readonly #known: Known | null
  readonly #options: FoldOptions
  #incident: IncidentFacts | null
  /** What the post shows, without the line of its history. */
  #shown: Headed
  /** The first post, and others of the same message, of an incident that begins. */
  #opening: readonly ComposedPost[] = []
  /** Posts beside the incident's own, by the reports that made them. */
  readonly #replies: (readonly ComposedPost[])[] = []
  #isEdited = false
  /** Changes that one reply tells, the last post that told one, and the group. */
  #told: { readonly group: number; readonly changes: IncidentChange[]; last: ComposedPost } | null =
    null

  constructor(known: Known | null, options: FoldOptions) {
    this.#known = known
    this.#options = options
    this.#incident = known?.incident ?? null
    this.#shown = known ? this.#withoutHistory(known) : { message: '', props: {} }
  }

  /** Posts that it stores. */
  get size(): number {
    return this.#replies.reduce((sum, { length }) => sum + length, this.#opening.length)
  }

  /** What a report would do now. */
  next(report: Report): Step {
    const { composed, event, mode } = report
    const course = follow(this.#incident, event)
    if (course.kind !== 'change') {
      const posts = course.kind === 'first' ? composed : []
      return { report, course, posts, isOnlyChange: false }
    }
    const isRemark = event.says === 'remark'
    const isBeside =
      (course.isShownApart && (mode === 'reply' || isRemark)) ||
      (course.isShown && this.#callsAnother(report))
    const isWhole = this.#says(report, course) && !this.#fits(report)
    const posts = isBeside || isWhole ? composed : []
    const isBrief = composed.length === 1 && !isRemark
    const isOnlyChange = isBeside && !isWhole && isBrief && !composed.some(mentionsSomebody)
    return { report, course, posts, isOnlyChange }
  }

  apply({ report, course, posts, isOnlyChange }: Step): Applied {
    switch (course.kind) {
      case 'first':
        this.#open(posts, course)
        return { action: 'created', group: 0 }
      case 'change':
        this.#change(report, { ...course, incident: withMentioned(course.incident, posts) })
        return {
          action: 'edited',
          group: isOnlyChange ? this.#tell(posts, course.incident) : this.#add(posts),
        }
      case 'unchanged':
        this.#incident = course.incident ?? this.#incident
        return { action: this.#isEdited ? 'edited' : 'unchanged', group: null }
    }
  }

  /** What is to be written of the incident; null if nothing of it has changed. */
  get incident(): IncidentFacts | null {
    return this.#incident === this.#known?.incident ? null : this.#incident
  }

  /** What the incident's post shows from now on; null if it stays. */
  get edit(): Headed | null {
    return this.#isEdited && this.#opening.length === 0 ? this.#finished() : null
  }

  /** The posts of an incident that begins, none if it has one; then the replies, those that only tell a change as one. */
  get groups(): readonly (readonly ComposedPost[])[] {
    const [first, ...others] = this.#opening
    const opening = first ? [{ ...first, ...this.#finished() }, ...others] : []
    const groups = [opening, ...this.#replies]
    if (!this.#told) return groups
    const { group, changes, last } = this.#told
    if (changes.length > 1) groups[group] = [toldChanges(changes, last, this.#options.show)]
    return groups
  }

  #open(
    [first, ...others]: readonly ComposedPost[],
    { incident, earlier }: Extract<Course, { kind: 'first' }>,
  ) {
    if (!first) return
    const link = earlier && this.#known ? this.#options.linkTo(this.#known.root) : ''
    const linked = withLink(first, link)
    this.#shown = linked
    this.#opening = [linked, ...others]
    this.#incident = withMentioned(incident, this.#opening)
  }

  #change(report: Report, course: Extract<Course, { kind: 'change' }>) {
    const [first] = report.composed
    if (!first) return
    this.#incident = course.incident
    this.#isEdited = true
    if (!course.isShown) return
    const shown = this.#restated(report, first, course.incident)
    this.#shown =
      this.#says(report, course) && this.#fits(report) ? replaced(this.#shown, first) : shown
  }

  /** Whether a rule mentions somebody in it who has not been notified of the incident. */
  #callsAnother({ calls = null, composed }: Report) {
    if (calls === null || this.#incident?.mentioned?.includes(calls)) return false
    return composed.some((post) => mentionedIn(post).includes(calls))
  }

  /** Whether the report says more than a state. */
  #says({ event }: Report, { isShown }: Extract<Course, { kind: 'change' }>) {
    return isShown && event.says !== 'state'
  }

  /** A message of several posts cannot be shown in one, and the others of such a message would stay. */
  #fits({ composed }: Report) {
    return composed.length === 1 && !isPart(this.#shown)
  }

  /** What the post shows, in the colour and under the word of what it is now. */
  #restated({ event }: Report, first: ComposedPost, { state, title }: IncidentFacts) {
    if (state === 'update') return this.#shown
    const word = event.says === 'state' ? wordOf(first, event.title) : ''
    return { ...recoloured(this.#shown, first), message: reworded(this.#shown, title, word) }
  }

  #add(replies: readonly ComposedPost[]) {
    return replies.length > 0 ? this.#replies.push(replies) : null
  }

  #tell([post]: readonly ComposedPost[], { history }: IncidentFacts) {
    const change = history.at(-1)
    if (!post || !change) return null
    this.#told ??= { group: this.#replies.push([post]), changes: [], last: post }
    this.#told.changes.push(change)
    this.#told.last = post
    return this.#told.group
  }

  #finished(): Headed {
    const { message, props } = this.#shown
    const incident = this.#incident
    if (!incident) return this.#shown
    const { show, acknowledges } = this.#options
    const isOpen = incident.state === 'open' && show === 'attachments'
    const pressed = acknowledges !== null && isOpen ? withAcknowledge(props, acknowledges) : props
    return {
      message: withHistory(message, incident.history, this.#options),
      props: { ...withIncident(pressed), webhook_incident: shownIncident(incident) },
    }
  }

  #withoutHistory({ incident, root }: Known): Headed {
    const { message, props } = root
    return {
      message: withoutHistory(message, incident.history, this.#options),
      props: withoutAcknowledge(props),
    }
  }
}

function mentionsSomebody(post: ComposedPost) {
  return mentionedIn(post).length > 0
}

/** Whom a post notifies: ids of users, and a word for the whole channel. */
function mentionedIn({ mentions: { userIds, channelWide } }: ComposedPost): readonly string[] {
  return channelWide === null ? userIds : [...userIds, channelWide]
}

/** What is known of an incident after these posts. */
function withMentioned(incident: IncidentFacts, posts: readonly ComposedPost[]) {
  const named = posts.flatMap(mentionedIn)
  if (named.length === 0) return incident
  const all = new Set([...(incident.mentioned ?? []), ...named])
  return { ...incident, mentioned: [...all].slice(-MOST_MENTIONED) }
}

const MOST_MENTIONED = 100
