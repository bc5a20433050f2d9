import type {
  Format,
  FormatAnswer,
  FormatReading,
  FormatReceipt,
  FormatRequest,
} from '../formats/format.js'
import { text } from '../formats/chats/text.js'
import { holdMessage } from '../native/body/fields.js'
import { dialectOf } from '../formats/foreign.js'
import { writeDraft, type Written } from '../formats/drafts/write-draft.js'
import { readMediaType } from '../native/body/media-type.js'
import { mayShow } from '../native/payload/may-show.js'
import { readPayload } from '../native/payload/payload-schema.js'
import { Reading } from '../native/payload/reading.js'
import { isObject } from '../model/json.js'
import { ANY_FORMAT, type Asked, type Formats, NATIVE } from '../formats/registry.js'
import { DEFAULT_WEBHOOK } from '../model/defaults.js'
import { WebhookError } from '../model/errors.js'
import type { Message, Step } from '../model/message.js'
import type { Payload } from '../model/payload.js'
import type { IncomingWebhook } from '../model/records.js'
import { type About, isOnePost } from '../rules/together.js'
import { aboutOf, type IncidentChoice, type IncidentSources } from './about.js'
import { messageOf } from './draft-message.js'
import { parseNative } from '../native/payload/parse.js'
import { readSent, type Sent, startsLikeJson } from '../native/body/sent.js'
import type { HookRequest } from './request.js'
import { translate } from '../native/message/translate.js'
import { withUnheard } from './unheard.js'
import { isShownEvent, type ShownEvents, shownEvents } from './shown-events.js'

/** A request that was understood. */
export interface Read {
  /** The name of its format. */
  readonly format: string
  /** What happened, in the words of the format; `''` for our own. */
  readonly event: string
  /** Null: nothing to show, or nothing that the owner of the webhook wants to see. */
  readonly message: Step<Message> | null
  /** What its senders count as success; null for 200 with `ok`. */
  readonly answer: ((posts: FormatReceipt['posts']) => FormatAnswer) | null
  /** The incident that it is about; null if it names none. */
  readonly about: About | null
}

export interface ReadOptions {
  readonly formats: Formats
  readonly userIdPattern: RegExp
}

const EMPTY = 'the message has no text, no picture and no button'

/** What the owner of a webhook chose about formats. */
export type FormatChoice = ShownEvents &
  IncidentChoice &
  Pick<IncomingWebhook, 'format' | 'foreignMentions'>

/** Steps 1 and 2: finds out the format of a request and reads it as a message. */
export function read(
  request: HookRequest,
  options: ReadOptions,
  choice: FormatChoice = DEFAULT_WEBHOOK,
): Read {
  const { asked = ANY_FORMAT } = request
  const isOpen = asked.kind === 'any' && choice.format !== ''
  try {
    return new Reader(request, options, choice).run(isOpen ? chosen(choice, options) : asked)
  } catch (error) {
    throw withUnheard(error, request)
  }
}

function chosen({ format }: FormatChoice, { formats }: ReadOptions): Asked {
  const asked = formats.named(format)
  if (asked) return asked
  throw new WebhookError('format_unknown', {
    detail: `the webhook only reads ${format}, which this server does not know`,
  })
}

class Reader {
  readonly #options: ReadOptions
  readonly #choice: FormatChoice
  readonly #received: HookRequest
  #warnings = new Reading()
  #sent: Sent
  #seen: FormatRequest | null = null
  /** Why the body is not of the format that the headers name; null if they name none. */
  #misfit: string | null = null

  constructor(request: HookRequest, options: ReadOptions, choice: FormatChoice) {
    this.#options = options
    this.#choice = choice
    this.#received = request
    this.#sent = readSent(request, this.#warnings)
  }

  // Our own format needs nothing of it.
  get #request(): FormatRequest {
    if (this.#seen) return this.#seen
    const outside = this.#received.outside?.() ?? { headers: {}, query: {} }
    this.#seen = { ...outside, body: this.#sent }
    return this.#seen
  }

  run(asked: Asked): Read {
    if (asked.kind === 'native') return this.#native()
    if (asked.kind === 'format') return this.#strictly(asked.format)
    return this.#marked() ?? this.#nativeIfShown() ?? this.#detected() ?? this.#native()
  }

  #native(): Read {
    try {
      const message = this.#translated(parseNative(this.#sent, this.#warnings))
      const about = this.#aboutOf({ event: null, format: null, message: message.value })
      return { format: NATIVE, event: '', answer: null, message, about }
    } catch (error) {
      const detail = error instanceof WebhookError ? this.#advice(error) : null
      throw error instanceof WebhookError && detail !== null
        ? new WebhookError(error.code, { detail })
        : error
    }
  }

  #advice(error: WebhookError): string | null {
    const advice = this.#adviceOnBody(error)
    return this.#misfit === null ? advice : `${advice ?? error.detail}; ${this.#misfit}`
  }

  #adviceOnBody({ code, detail }: WebhookError): string | null {
    const like = code === 'no_text' || !this.#mayShow() ? this.#likeOther() : null
    if (like !== null || !isPlain(this.#sent)) return like
    const { essence } = readMediaType(this.#received.contentType)
    if (essence.startsWith('multipart/') || !this.#options.formats.named(text.name)) return null
    return `${detail}; if the body is plain text, end the URL with /${text.name}`
  }

  /** What to do about a body that looks like a format which is read, and shows nothing. */
  #likeOther(): string | null {
    const dialect = this.#sent.kind === 'json' ? dialectOf(this.#sent.value) : null
    if (!dialect) return null
    const { name, format, advice } = dialect
    if (!this.#options.formats.named(format)) {
      return `this looks like the format of ${name}: ${advice}`
    }
    if (dialect.isNamedOnly) {
      const looks = `this looks like a request of ${dialect.name}`
      return `${looks}, which only the URL can name: it must end with /${dialect.format}`
    }
    const looks = `this looks like the format of ${dialect.name}, but shows nothing`
    return `${looks}: if the URL ends with /${dialect.format}, the error says what is missing`
  }

  #translated(payload: Payload): Step<Message> {
    const translated = translate(payload, this.#options.userIdPattern)
    const { value } = translated
    return {
      value,
      warnings: [...this.#warnings.all(), ...translated.warnings],
      ignored: [...this.#warnings.ignored(), ...translated.ignored],
    }
  }

  /** Null if our own format finds nothing to show. */
  #nativeIfShown(): Read | null {
    if (!this.#mayShow()) return null
    try {
      return this.#native()
    } catch (error) {
      if (!(error instanceof WebhookError) || error.code !== 'no_text') throw error
      // Its warnings mean nothing to another format.
      this.#warnings = new Reading()
      this.#sent = readSent(this.#received, this.#warnings)
      return null
    }
  }

  #mayShow(): boolean {
    if (this.#sent.kind === 'json') return mayShow(this.#sent.value)
    return this.#sent.kind === 'fields' && holdMessage(this.#sent.fields)
  }

  #marked(): Read | null {
    if (this.#sent.kind !== 'json' || !isObject(this.#sent.value)) return null
    const body = this.#sent.value
    const format = this.#options.formats.marked.find((each) => each.isMarked?.(body))
    return format ? this.#readBy(format) : null
  }

  /** Exact headers in the order of the formats, then bodies that exactly one format claims. */
  #detected(): Read | null {
    const claims = this.#claims()
    for (const { format, by } of claims) {
      if (by !== 'header') continue
      const reading = format.read(this.#request)
      if (reading.kind !== 'refuse') return this.#understood(format, reading)
      const headers = `the headers are those of ${format.name}`
      this.#warnings.add('', `${headers}, and the body is not`)
      this.#misfit ??= `${headers}, but ${faultOf(reading)}`
    }
    const [claim, ...others] = claims.filter(({ by }) => by === 'body')
    if (claim && others.length > 0) throw twoClaims([claim, ...others])
    return claim ? this.#readBy(claim.format) : null
  }

  #claims(): readonly Claim[] {
    return this.#options.formats.all.flatMap((format) => {
      const by = format.detect?.(this.#request) ?? null
      return by === null ? [] : [{ format, by }]
    })
  }

  /** Null if the format refuses the request. */
  #readBy(format: Format): Read | null {
    const reading = format.read(this.#request)
    return reading.kind === 'refuse' ? null : this.#understood(format, reading)
  }

  #strictly(format: Format): Read {
    const reading = format.read(this.#request)
    if (reading.kind !== 'refuse') return this.#understood(format, reading)
    const like = this.#claims().find((claim) => claim.format !== format)
    const looks = like ? `; this looks like ${like.format.name}` : ''
    const isChosen = (this.#received.asked ?? ANY_FORMAT).kind === 'any'
    const hint = isChosen ? `${looks}; this webhook reads only ${format.name}` : looks
    throw new WebhookError('payload_unparsable', {
      detail: `as ${format.name}: ${faultOf(reading)}${hint}`,
    })
  }

  #understood(format: Format, reading: Understood): Read {
    const { event } = reading.event
    const request = this.#request
    const answer = format.answer
    const isSkipped = reading.kind === 'message' && reading.isSkipped === true
    const chosen = shownEvents(this.#choice, request.query)
    const isChosen = isShownEvent(event, isSkipped, chosen)
    // The end of something that has a post, which would look as if it went on.
    const isEnd = reading.event.state === 'closed' && isShownEvent(event, false, chosen)
    const about =
      isChosen || isEnd
        ? this.#aboutOf({ event: reading.event, format, message: null }, !isChosen)
        : null
    const isShown = isChosen || (about !== null && isOnePost(about, this.#choice))
    return {
      format: format.name,
      event,
      message: isShown ? this.#messageOf(format, reading) : null,
      answer: answer ? (posts) => answer({ request, posts, event }) : null,
      about: isShown ? about : null,
    }
  }

  #aboutOf(
    { event, format, message }: Pick<IncidentSources, 'event' | 'format' | 'message'>,
    isSkipped = false,
  ): About | null {
    const { correlation } = this.#received
    const sent = this.#sent
    const choice = this.#choice
    return aboutOf({ correlation, sent, event, format, message, choice, isSkipped })
  }

  #messageOf(format: Format, reading: Understood): Step<Message> | null {
    switch (reading.kind) {
      case 'skip':
        return null
      case 'payload':
        return this.#translated(readPayload(reading.payload, this.#warnings))
      case 'message': {
        const { draft } = reading
        const written = writeDraft(draft, this.#choice.foreignMentions, format.title)
        if (showsNothing(written)) throw new WebhookError('no_text', { detail: EMPTY })
        return messageOf(draft, written, this.#warnings)
      }
    }
  }
}

/** Whether a body is words rather than JSON or a form, whatever it is labelled as. */
function isPlain(sent: Sent): boolean {
  if (sent.text === '' || startsLikeJson(sent.text)) return false
  return sent.kind === 'text' || (sent.kind === 'fields' && !sent.text.includes('='))
}

function faultOf({ path, reason }: Extract<FormatReading, { kind: 'refuse' }>): string {
  return path === '' ? reason : `\`${path}\` ${reason}`
}

type Understood = Exclude<FormatReading, { kind: 'refuse' }>

interface Claim {
  readonly format: Format
  readonly by: 'header' | 'body'
}

function showsNothing({ text, attachments }: Written): boolean {
  return attachments.length === 0 && text.every((node) => node.text.trim() === '')
}

function twoClaims(claims: readonly Claim[]): WebhookError {
  const names = claims.map(({ format }) => format.name).join(' and like ')
  return new WebhookError('no_text', {
    detail: `this looks like ${names}: end the URL with the name of the format`,
  })
}
