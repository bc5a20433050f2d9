import { ACTION_ID_SHAPE } from '../../../model/action-ids.js'
import { WebhookError } from '../../../model/errors.js'
import { isObject } from '../../../model/json.js'
import type { ActionIntegration } from '../../../model/message.js'
import { isIntegrationUrl, isSafeUrl } from '../../../text/links.js'
import { readContext } from '../../payload/attachment-schema.js'
import { memberNames, Members, type Reading } from '../../payload/reading.js'

const PATH = 'props.mm_blocks_actions'
const ENTRY = memberNames('type url context query')
/** As in Mattermost. */
const MAX_ENTRIES = 50
const MAX_QUERY = 50
const MAX_QUERY_NAME = 128
const MAX_QUERY_VALUE = 2_048
/** Stands before addresses of the site, which have no host of their own. */
const SITE = 'http://site.invalid'

/** Names and values that are added to an address. */
type Query = readonly (readonly [name: string, value: string])[]

/** What a button does: it opens an address, or calls an integration. */
interface Entry {
  readonly url: string
  readonly integration: ActionIntegration | null
  readonly query: Query
}

/** A control of a message, and the entry that it names. */
export interface Control {
  readonly id: string
  readonly path: string
  readonly query?: Query
  readonly isMenu?: boolean
}

/** What the controls of a message do, by their ids: `props.mm_blocks_actions`. */
export class Registry {
  readonly #sent: Readonly<Record<string, unknown>>
  readonly #reading: Reading
  /** Entries that were asked for; a text says what is wrong with one. */
  readonly #entries = new Map<string, Entry | string>()

  constructor(sent: Readonly<Record<string, unknown>>, reading: Reading) {
    this.#sent = sent
    this.#reading = reading
  }

  has(id: string): boolean {
    return Object.hasOwn(this.#sent, id)
  }

  /** Null, with a warning, if the control can do nothing. */
  effectOf({ id, path, query = [], isMenu = false }: Control): Omit<Entry, 'query'> | null {
    const entry = this.#entry(id)
    const fault = isMenu && typeof entry === 'object' && entry.url !== '' ? OPENS : entry
    if (typeof fault === 'string') {
      this.#reading.add(path, `shown disabled: ${fault}`)
      return null
    }
    const { url, integration } = fault
    const whole = [...fault.query, ...query]
    return {
      url: withQuery(url, whole),
      integration: integration && { ...integration, url: withQuery(integration.url, whole) },
    }
  }

  /** Lists the entries that no control named. */
  ignoreUnused(): void {
    for (const id of Object.keys(this.#sent)) {
      if (!this.#entries.has(id)) this.#reading.ignore(`${PATH}.${id}`)
    }
  }

  #entry(id: string) {
    const entry = this.#entries.get(id) ?? this.#read(id)
    this.#entries.set(id, entry)
    return entry
  }

  #read(id: string): Entry | string {
    if (!this.has(id)) return 'mm_blocks_actions has no entry with its id'
    if (this.#entries.size >= MAX_ENTRIES) return `more than ${MAX_ENTRIES} actions`
    if (!ACTION_ID_SHAPE.test(id)) return 'an id has up to 64 letters, digits, _ and -'
    try {
      return readEntry(new Members(this.#sent[id], `${PATH}.${id}`, ENTRY, this.#reading))
    } catch (error) {
      if (error instanceof WebhookError && error.code === 'payload_unparsable') return error.detail
      throw error
    }
  }
}

const OPENS = 'a menu cannot open an address'

function readEntry(entry: Members): Entry | string {
  const url = entry.string('url').trim()
  const type = entry.string('type')
  const query = readQuery(entry)
  if (type === 'external') {
    if (!isIntegrationUrl(url)) return 'its url is not an absolute http or https URL'
    return { url: '', integration: { url, context: readContext(entry) }, query }
  }
  if (type !== 'openURL') return 'its type of action is not supported'
  if (url === '' || !isSafeUrl(url)) return 'its url cannot be opened'
  // Without a scheme it is a path of the site.
  const isPath = !/^(?:\/|[a-z][a-z0-9+.-]*:)/i.test(url)
  return { url: isPath ? `/${url}` : url, integration: null, query }
}

/** The query of a control or an entry. What is not text, or too long, is left out with a warning. */
export function readQuery(members: Members): Query {
  const value = members.get('query')
  if (value === undefined) return []
  if (!isObject(value)) throw members.wrong('query', 'an object')
  const sent = Object.entries(value)
  if (sent.length > MAX_QUERY) members.warn('query', `only the first ${MAX_QUERY} are sent`)
  return sent.slice(0, MAX_QUERY).flatMap(([name, each]) => {
    const text = ['string', 'number', 'boolean'].includes(typeof each) ? String(each) : null
    const isShort = name.length <= MAX_QUERY_NAME && (text ?? '').length <= MAX_QUERY_VALUE
    if (text !== null && isShort) return [[name, text] as const]
    members.warn(`query.${name}`, text === null ? 'not a text' : 'too long')
    return []
  })
}

function withQuery(url: string, query: Query) {
  if (url === '' || query.length === 0 || !URL.canParse(url, SITE)) return url
  const target = new URL(url, SITE)
  for (const [name, value] of query) target.searchParams.set(name, value)
  return target.origin === SITE ? target.href.slice(SITE.length) : target.href
}
