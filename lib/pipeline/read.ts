import { anyJson } from '../formats/any-json/index.js'
import { factsIn, peopleIn } from '../formats/facts.js'
import type { FormatRequest } from '../formats/format-request.js'
import type { Format, FormatAnswer, FormatReading, FormatReceipt } from '../formats/format.js'
import { writeDraft, type Written } from '../formats/drafts/write-draft.js'
import { at, hasTexts, listAt, valueOf } from '../formats/json-members.js'
import { TEMPLATE, withTemplate } from '../formats/templates/template-format.js'
import { ANY_FORMAT, type Asked, type Formats, NATIVE, NATIVE_NAMES } from '../formats/registry.js'
import { DEFAULT_WEBHOOK } from '../model/defaults.js'
import { WebhookError } from '../model/errors.js'
import { type Facts, NO_FACTS } from '../model/event-rules.js'
import { isObject } from '../model/json.js'
import { PATIENCE } from '../model/limits.js'
import type { IncidentState } from '../model/incidents.js'
import type { Message, Payload, People, Step } from '../model/message.js'
import type { HookWarning, IncomingWebhook } from '../model/records.js'
import { readSent, type Sent } from '../native/body/sent.js'
import { translate } from '../native/message/translate.js'
import { holdsMessage, parseNative, readPayload } from '../native/payload/payload-schema.js'
import { Reading } from '../native/payload/reading.js'
import { applyRules, type FactOf, NO_RULES, type Ruled } from '../rules/event-rules.js'
import { type About, chosenMode } from '../rules/together.js'
import { aboutOf, type IncidentChoice, type IncidentSources } from './about.js'
import { adviceOn, unknownEvent, unknownIn } from './advice.js'
import { messageOf, readCard } from './cards.js'
import { claimOf, faultOf, mayBeOf, readingOf } from './format-results.js'
import { type HookRequest, withUnheard } from './request.js'
import { withRules } from './ruled-message.js'
import { filtersIn, isShownEvent, type ShownEvents, shownEvents } from './shown-events.js'

/** A request that was understood. */
export interface Understood {
  /** The name of its format. */
  readonly format: string
  /** What happened, in the words of the format; `''` for our own. */
  readonly event: string
  readonly facts: Facts
  readonly verdict: Verdict
  /** Null if nothing is shown: the verdict is `skip`, or the format has nothing to show. */
  readonly message: Step<Message> | null
  /** Whom else it may mention; null for nobody. */
  readonly people: People | null
  /** What its senders count as success; null for 200 with `ok`. */
  readonly answer: ((posts: FormatReceipt['posts']) => FormatAnswer) | null
  /** The incident that it is about; null if it names none. */
  readonly about: About | null
  /** How long its senders wait for an answer, in milliseconds. */
  readonly patience: number
  /** What the webhook's rules say of it. */
  readonly ruled: Ruled
  /** What of its query had no effect. */
  readonly warnings: readonly HookWarning[]
}

/** Whether an event is shown: always, only in the post of its incident, or not at all. */
type Verdict = 'show' | 'onlyIfKnown' | 'skip'

export interface ReadOptions {
  readonly formats: Formats
  readonly userIdPattern: RegExp
}

const EMPTY = 'the message has no text, no picture and no button'

/** What the owner of a webhook chose about formats. */
type FormatChoice = ShownEvents &
  IncidentChoice &
  Pick<
    IncomingWebhook,
    'displayName' | 'format' | 'template' | 'foreignMentions' | 'mentions' | 'rules'
  >

/** Steps 1 and 2: finds out the format of a request and reads it as a message. */
export function read(
  request: HookRequest,
  options: ReadOptions,
  choice: FormatChoice = DEFAULT_WEBHOOK,
): Understood {
  const { asked = ANY_FORMAT } = request
  const isOpen = asked.kind === 'any' && choice.format !== ''
  try {
    return new Reader(request, options, choice).run(isOpen ? chosen(choice, options) : asked)
  } catch (error) {
    throw withUnheard(error, request)
  }
}

function chosen({ format }: FormatChoice, { formats }: ReadOptions) {
  const asked = formats.named(format)
  if (asked) return asked
  throw new WebhookError('format_unknown', {
    detail: `the webhook only reads ${format}, which this server does not know`,
  })
}

/** Tries one format after the other. Each begins with what was found in the body, and adds to it. */
class Reader {
  readonly #options: ReadOptions
  readonly #choice: FormatChoice
  readonly #received: HookRequest
  readonly #body = new Reading()
  readonly #sent: Sent
  /** Formats that the headers name and the body is not of. */
  readonly #misfits: Misfit[] = []
  /** The format of the body, where it does not know what the body tells. */
  #unsure: Format | null = null
  #seen: FormatRequest | null = null

  constructor(request: HookRequest, options: ReadOptions, choice: FormatChoice) {
    this.#options = options
    this.#choice = choice
    this.#received = request
    this.#sent = readSent(request, this.#body)
  }

  // Our own format needs nothing of it.
  get #request() {
    if (this.#seen) return this.#seen
    const outside = this.#received.outside?.() ?? { headers: {}, query: {} }
    this.#seen = { webhookName: this.#choice.displayName, ...outside, body: this.#sent }
    return this.#seen
  }

  run(asked: Asked): Understood {
    if (asked.kind === 'native') return this.#native()
    if (asked.kind === 'format') {
      return this.#asked(withTemplate(asked.format, this.#choice.template))
    }
    const own = this.#marked() ?? this.#nativeUnless(({ code }) => code === 'no_text')
    return own ?? this.#detected() ?? this.#native()
  }

  #begin() {
    const reading = new Reading(this.#body)
    for (const { headers } of this.#misfits) reading.add('', `${headers}, and the body is not`)
    return reading
  }

  #native(): Understood {
    const reading = this.#begin()
    try {
      const message = this.#translated(parseNative(this.#sent, reading), reading)
      const about = this.#aboutOf({ event: null, format: null, message: message.value })
      return this.#ruled(
        {
          format: NATIVE,
          event: '',
          facts: factsOf(null, null, about?.state),
          answer: null,
          people: null,
          patience: PATIENCE,
          warnings: [],
        },
        { verdict: 'show', about, formats: [NATIVE, ...NATIVE_NAMES] },
        () => message,
      )
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error
      const { contentType } = this.#received
      const { formats } = this.#options
      const advice = unknownEvent(this.#unsure) ?? adviceOn(error, this.#sent, contentType, formats)
      const [misfit] = this.#misfits
      if (!misfit) {
        const detail = advice ?? unknownIn(error, this.#sent, formats)
        throw detail === null ? error : new WebhookError(error.code, { detail })
      }
      throw new WebhookError(error.code, {
        detail: `${advice ?? error.detail}; ${misfit.headers}, but ${misfit.fault}`,
      })
    }
  }

  #translated(payload: Payload, reading: Reading) {
    const { userIdPattern } = this.#options
    const { mentions } = this.#choice
    const message = translate(payload, { userIdPattern, readCard, mentions }, reading)
    const { text, attachments } = message.value
    if (payload.parts === null || text.length + attachments.length > 0) return message
    throw new WebhookError('no_text', { detail: nothingIn(message.warnings) })
  }

  #asked(format: Format): Understood {
    const isAny = format === anyJson
    // Both take whatever is JSON or a form.
    if ((isAny || format.name === TEMPLATE) && this.#sent.kind === 'text') throw this.#sent.fault
    // Whoever takes any JSON takes our own format too, unless the body has a fault.
    const mayBeOwn = isAny && !hasOtherBlocks(this.#sent)
    return (mayBeOwn ? this.#nativeUnless(() => true) : null) ?? this.#strictly(format)
  }

  /** Null if the body is not of our own format, or has a fault that says so. */
  #nativeUnless(saysSo: (fault: WebhookError) => boolean): Understood | null {
    if (!holdsMessage(this.#sent)) return null
    try {
      return this.#native()
    } catch (error) {
      if (error instanceof WebhookError && saysSo(error)) return null
      throw error
    }
  }

  #marked(): Understood | null {
    if (this.#sent.kind !== 'json' || !isObject(this.#sent.value)) return null
    const body = this.#sent.value
    const format = this.#options.formats.marked.find((each) => each.isMarked?.(body))
    return format ? this.#readBy(format) : null
  }

  /** Exact headers in the order of the formats, then bodies that exactly one format claims. */
  #detected(): Understood | null {
    const claims = this.#claims()
    for (const { format, by } of claims) {
      if (by !== 'header') continue
      const reading = readingOf(format, this.#request)
      if (reading.kind !== 'refuse') return this.#understood(format, reading)
      const headers = `the headers are those of ${format.name}`
      this.#misfits.push({ headers, fault: faultOf(reading) })
    }
    const [claim, ...others] = claims.filter(({ by }) => by === 'body')
    if (claim && others.length > 0) throw twoClaims([claim, ...others])
    return claim ? this.#readBy(claim.format) : null
  }

  #claims(): readonly Claim[] {
    return this.#options.formats.all.flatMap((format) => {
      const by = claimOf(format, this.#request)
      return by === null ? [] : [{ format, by }]
    })
  }

  /** Null if the format refuses the request, or does not know what it tells. */
  #readBy(format: Format): Understood | null {
    const reading = readingOf(format, this.#request)
    if (reading.kind === 'refuse') return null
    if (reading.event.isKnown !== false) return this.#understood(format, reading)
    this.#unsure = format
    return null
  }

  #strictly(format: Format): Understood {
    const reading = readingOf(format, this.#request)
    const isRead = reading.kind !== 'refuse'
    if (isRead && mayBeOf(format, this.#request, reading)) return this.#understood(format, reading)
    const like = this.#claims().find((claim) => claim.format !== format)
    if (isRead && !like) return this.#understood(format, reading)
    const fault = isRead ? 'the body is that of another program' : faultOf(reading)
    const looks = like ? `; this looks like ${like.format.name}` : ''
    const isChosen = (this.#received.asked ?? ANY_FORMAT).kind === 'any'
    const hint = isChosen ? `${looks}; this webhook reads only ${format.name}` : looks
    throw new WebhookError('payload_unparsable', { detail: `as ${format.name}: ${fault}${hint}` })
  }

  #understood(format: Format, reading: Accepted): Understood {
    const { event } = reading.event
    const request = this.#request
    const { answer } = format
    const about = this.#aboutOf({ event: reading.event, format, message: null })
    const facts = factsOf(format, request, about?.state ?? reading.event.state)
    const { isFiltered, warnings } = filtersIn(request.query, facts)
    const verdict = this.#verdictOf(reading, about)
    return this.#ruled(
      {
        format: format.name,
        event,
        facts,
        people:
          verdict === 'skip' || this.#choice.foreignMentions === 'none'
            ? null
            : peopleIn(format, request, { event, author: facts.author }),
        answer: answer ? (posts) => answer({ request, posts, event }) : null,
        patience: format.patience ?? PATIENCE,
        warnings,
      },
      {
        verdict: isFiltered ? this.#skipped(verdict, about) : verdict,
        about,
        formats: [format.name, ...(format.aliases ?? [])],
      },
      () => this.#messageOf(reading),
    )
  }

  /** What becomes of an event by the rules. */
  #ruled(
    known: Omit<Understood, 'ruled' | 'message' | 'verdict' | 'about'>,
    before: Pick<Understood, 'verdict' | 'about'> & { readonly formats: readonly string[] },
    messageOf: () => Step<Message> | null,
  ): Understood {
    const { about, formats } = before
    const { rules } = this.#choice
    const isAsked = before.verdict !== 'skip' && rules.length > 0
    const ruled = isAsked ? applyRules(rules, this.#factsFor(known, formats)) : NO_RULES
    const verdict = ruled.skip ? this.#skipped(before.verdict, about) : before.verdict
    const isShown = verdict !== 'skip'
    const message = isShown ? messageOf() : null
    return {
      verdict,
      ruled,
      message: message && isAsked ? withRules(message, ruled) : message,
      about: isShown ? about : null,
      ...known,
    }
  }

  #factsFor(
    { event, facts }: Pick<Understood, 'event' | 'facts'>,
    format: readonly string[],
  ): FactOf {
    const asked = { ...facts, event, format, body: valueOf(this.#sent) }
    return (name) => at(asked, name)
  }

  /** An event that is not to be shown: its end may have a post, which would look as if it went on. */
  #skipped(verdict: Verdict, about: About | null): Verdict {
    const isEnd = about?.state === 'closed' && this.#isTogether(about)
    return verdict !== 'skip' && isEnd ? 'onlyIfKnown' : 'skip'
  }

  #isTogether(about: About) {
    return chosenMode(this.#choice.together, about) !== 'off'
  }

  #verdictOf(reading: Accepted, about: About | null): Verdict {
    const { event, state } = reading.event
    const chosen = shownEvents(this.#choice, this.#request.query)
    const isSkipped = reading.kind === 'message' && reading.isSkipped === true
    if (isShownEvent(event, isSkipped, chosen)) return 'show'
    // The end of something that has a post, which would look as if it went on.
    const isEnd = state === 'closed' && isShownEvent(event, false, chosen)
    return isEnd && about !== null && this.#isTogether(about) ? 'onlyIfKnown' : 'skip'
  }

  #aboutOf({ event, format, message }: Pick<IncidentSources, 'event' | 'format' | 'message'>) {
    const { correlation } = this.#received
    return aboutOf({ correlation, sent: this.#sent, event, format, message, choice: this.#choice })
  }

  #messageOf(reading: Accepted) {
    switch (reading.kind) {
      case 'skip':
        return null
      case 'payload': {
        const found = this.#begin()
        return this.#translated(readPayload(reading.payload, found), found)
      }
      case 'message': {
        const { draft } = reading
        const written = writeDraft(draft, this.#choice.foreignMentions)
        if (showsNothing(written)) throw new WebhookError('no_text', { detail: EMPTY })
        return messageOf(draft, written, this.#begin())
      }
    }
  }
}

interface Misfit {
  readonly headers: string
  /** Why the body is not of the format. */
  readonly fault: string
}

type Accepted = Exclude<FormatReading, { kind: 'refuse' }>

interface Claim {
  readonly format: Format
  readonly by: 'header' | 'body'
}

/** Whether the blocks of a body are not those of messages, which all have a type. */
function hasOtherBlocks(sent: Sent) {
  return (
    sent.kind === 'json' && listAt(sent.value, 'blocks').some((block) => !hasTexts(block, 'type'))
  )
}

function nothingIn([first]: Step<Message>['warnings']) {
  const reason = first ? `; ${first.path}: ${first.reason}` : ''
  return `the blocks and cards in props show nothing${reason}`
}

function showsNothing({ text, attachments }: Written) {
  return attachments.length === 0 && text.every((node) => node.text.trim() === '')
}

function twoClaims(claims: readonly Claim[]) {
  const names = claims.map(({ format }) => format.name).join(' and like ')
  return new WebhookError('no_text', {
    detail: `this looks like ${names}: end the URL with the name of the format`,
  })
}

/** What the format finds in the body, and the state of the incident. */
function factsOf(format: Format | null, request: FormatRequest | null, state: IncidentEventState) {
  const known = state && state !== 'update' ? { state } : NO_FACTS
  if (!format?.facts || !request) return known
  return { ...known, ...factsIn(format, request) }
}

type IncidentEventState = IncidentState | null | undefined
