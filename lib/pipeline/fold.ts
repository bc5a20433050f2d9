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
import { isPart, recoloured, replaced, reworded, toldChanges, withLink, wordOf } from './edited.js'
import type { RootAction } from './once.js'

type Shown = Pick<HookPost, 'message' | 'props'>

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
  /** Posts that stand beside the incident's own. */
  readonly replies: readonly ComposedPost[]
  /** Whether the replies say nothing but the change, so that those of several reports become one. */
  readonly isOnlyChange: boolean
  /** Whether it makes a post. */
  readonly posts: boolean
}

/** What became of a report: what was done with the incident's post, and which group of replies is its own. */
export interface Applied {
  readonly action: RootAction
  readonly replies: number | null
}

/**
 * The reports of an incident, applied one after another in memory as if each had been stored by itself, so
 * that several of them are one change of the store.
 */
export class Fold {
  readonly applied: Applied[] = []
  /** Posts beside the incident's own, by the reports that made them. */
  readonly groups: (readonly ComposedPost[])[] = []
  readonly #known: Known | null
  readonly #options: FoldOptions
  #incident: IncidentFacts | null
  /** What the post shows, without the line of its history. */
  #shown: Shown
  /** The first post, and others of the same message, of an incident that begins. */
  #opening: readonly ComposedPost[] = []
  #isNoted = false
  #isEdited = false
  /** Changes that one reply tells, and its place among the groups. */
  readonly #changes: IncidentChange[] = []
  #lastTold: ComposedPost | null = null
  #changesAt: number | null = null

  constructor(known: Known | null, options: FoldOptions) {
    this.#known = known
    this.#options = options
    this.#incident = known?.incident ?? null
    this.#shown = known ? this.#withoutHistory(known) : { message: '', props: {} }
  }

  /** Posts that it stores. */
  get size(): number {
    return this.groups.reduce((sum, group) => sum + group.length, this.#opening.length)
  }

  /** What a report would do now. */
  next(report: Report): Step {
    const course = follow(this.#incident, report.event)
    if (course.kind !== 'change') {
      return { report, course, replies: [], isOnlyChange: false, posts: course.kind === 'first' }
    }
    const { composed, mode } = report
    const isRemark = report.event.says === 'remark'
    const isBeside =
      (course.isShownApart && (mode === 'reply' || isRemark)) ||
      (course.isShown && this.#callsAnother(report))
    const isWhole = this.#says(report, course) && !this.#fits(report)
    const replies = isBeside || isWhole ? composed : []
    const isBrief = composed.length === 1 && !isRemark
    const isOnlyChange = isBeside && !isWhole && isBrief && !mentionsSomebody(composed)
    return { report, course, replies, isOnlyChange, posts: replies.length > 0 }
  }

  apply({ report, course, replies, isOnlyChange }: Step): void {
    switch (course.kind) {
      case 'first':
        this.#open(report, course)
        break
      case 'change':
        this.#change(report, { ...course, incident: withMentioned(course.incident, replies) })
        this.applied.push({
          action: 'edited',
          replies: isOnlyChange ? this.#tell(report, course.incident) : this.#add(replies),
        })
        break
      case 'unchanged':
        if (course.incident) {
          this.#incident = course.incident
          this.#isNoted = true
        }
        this.applied.push({ action: this.#isEdited ? 'edited' : 'unchanged', replies: null })
        break
    }
  }

  /** What is to be written of the incident; null if nothing of it has changed. */
  get incident(): IncidentFacts | null {
    return this.#isEdited || this.#isNoted || this.#opening.length > 0 ? this.#incident : null
  }

  /** The posts of an incident that begins; none if it has one. */
  get opening(): readonly ComposedPost[] {
    const [first, ...others] = this.#opening
    return first ? [{ ...first, ...this.#finished() }, ...others] : []
  }

  /** What the incident's post shows from now on; null if it stays. */
  get edit(): Shown | null {
    return this.#isEdited && this.#opening.length === 0 ? this.#finished() : null
  }

  /** The replies, those that only tell a change as one. */
  get replies(): readonly (readonly ComposedPost[])[] {
    const at = this.#changesAt
    const last = this.#lastTold
    if (!last || this.#changes.length < 2) return this.groups
    const told = toldChanges(this.#changes, last, this.#options.show)
    return this.groups.map((group, index) => (index === at ? [told] : group))
  }

  #open(report: Report, { incident, earlier }: Extract<Course, { kind: 'first' }>): void {
    const [first, ...others] = report.composed
    if (!first) return
    const link = earlier && this.#known ? this.#options.linkTo(this.#known.root) : ''
    const linked = withLink(first, link)
    this.#incident = withMentioned(incident, report.composed)
    this.#shown = linked
    this.#opening = [linked, ...others]
    this.applied.push({ action: 'created', replies: null })
  }

  #change(report: Report, course: Extract<Course, { kind: 'change' }>): void {
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
  #callsAnother({ calls = null, composed }: Report): boolean {
    if (calls === null || this.#incident?.mentioned?.includes(calls)) return false
    return composed.some((post) => mentionedIn(post).includes(calls))
  }

  /** Whether the report says more than a state. */
  #says({ event }: Report, { isShown }: Extract<Course, { kind: 'change' }>): boolean {
    return isShown && event.says !== 'state'
  }

  /** A message of several posts cannot be shown in one, and the others of such a message would stay. */
  #fits({ composed }: Report): boolean {
    return composed.length === 1 && !isPart(this.#shown)
  }

  /** What the post shows, in the colour and under the word of what it is now. */
  #restated({ event }: Report, first: ComposedPost, { state, title }: IncidentFacts): Shown {
    if (state === 'update') return this.#shown
    const word = event.says === 'state' ? wordOf(first, event.title) : ''
    return { ...recoloured(this.#shown, first), message: reworded(this.#shown, title, word) }
  }

  #add(replies: readonly ComposedPost[]): number | null {
    return replies.length > 0 ? this.groups.push(replies) - 1 : null
  }

  #tell({ composed }: Report, { history }: IncidentFacts): number | null {
    const [post] = composed
    const change = history.at(-1)
    if (!post || !change) return null
    this.#changes.push(change)
    this.#lastTold = post
    this.#changesAt ??= this.groups.push(composed) - 1
    return this.#changesAt
  }

  #finished(): Shown {
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

  #withoutHistory({ incident, root }: Known): Shown {
    const { message, props } = root
    return {
      message: withoutHistory(message, incident.history, this.#options),
      props: withoutAcknowledge(props),
    }
  }
}

function mentionsSomebody(composed: readonly ComposedPost[]): boolean {
  return composed.some((post) => mentionedIn(post).length > 0)
}

/** Whom a post notifies: ids of users, and a word for the whole channel. */
function mentionedIn({ mentions: { userIds, channelWide } }: ComposedPost): readonly string[] {
  return channelWide === null ? userIds : [...userIds, channelWide]
}

/** What is known of an incident after these posts. */
function withMentioned(incident: IncidentFacts, posts: readonly ComposedPost[]): IncidentFacts {
  const named = posts.flatMap(mentionedIn)
  if (named.length === 0) return incident
  const all = new Set([...(incident.mentioned ?? []), ...named])
  return { ...incident, mentioned: [...all].slice(-MOST_MENTIONED) }
}

const MOST_MENTIONED = 100
