import type { Facts } from '../model/event-rules.js'
import { partOf } from '../model/fields.js'
import type { People } from '../model/message.js'
import type { FormatRequest } from './format-request.js'
import { at, entryOf, firstText, listAt, type Table, textOf, valueOf } from './json-members.js'
import { Held, type Reader, type Slot } from './slots.js'
import { cut, wordsIn } from './words.js'

/** Where the events of a format have facts about them (docs/formats.md, Facts). */
export interface FactSlots {
  /** The branch; of a pull request, the one it goes to. */
  readonly branch?: Slot<string>
  /** The login of who caused it. */
  readonly author?: Slot<string>
  /** How serious it is, in the sender's word. */
  readonly severity?: Slot<string>
  /** Where it happened, such as `production`. */
  readonly environment?: Slot<string>
  /** What it is about, such as the name of a service. */
  readonly service?: Slot<string>
  /** Owner and name of a repository. */
  readonly repository?: Slot<string>
  /** Paths of lists of names, or of objects with a `name` or a `title`; the first list that is there counts. */
  readonly label?: readonly string[]
  /** Whether the repository is private: the path of a boolean, or a function. */
  readonly private?: string | Reader<boolean | undefined>
}

/** Where the events of a forge say whom they ask (docs/formats.md, People). */
export interface PeopleSlots {
  /** An address at the forge, of which the host name counts. */
  readonly at: Slot<string>
  /**
   * By the names of events, those who are asked: paths of people and of lists of people with a space
   * between them, or a function that answers a person. Of `{ previous, current }`, those who are new.
   */
  readonly asked: Table<string | Reader<unknown>>
}

/** What a format says of its events. */
interface Slots {
  readonly name: string
  readonly facts?: FactSlots
  readonly people?: PeopleSlots
  readonly bodyOf?: (request: FormatRequest) => unknown
}

const TEXTS = ['branch', 'author', 'severity', 'environment', 'service', 'repository'] as const
const LONGEST = 100
const MOST_LABELS = 10

/** What is known of an event. What the sender did not say is left out. */
export function factsIn(
  { facts: slots = {}, bodyOf = usualBody }: Omit<Slots, 'name'>,
  request: FormatRequest,
): Facts {
  const body = bodyOf(request)
  const held = new Held(body, request)
  const label = slots.label && labelsAt(body, slots.label)
  const isPrivate =
    typeof slots.private === 'string' ? at(body, slots.private) : slots.private?.(body, request)
  return {
    ...partOf<Pick<Facts, (typeof TEXTS)[number]>>(TEXTS, (name) => {
      const slot = slots[name]
      return slot === undefined ? undefined : cut(held.text(slot), LONGEST) || undefined
    }),
    ...(label && { label }),
    ...(typeof isPrivate === 'boolean' && { private: isPrivate }),
  }
}

/** The JSON, or the fields of the form. */
function usualBody({ body }: FormatRequest): unknown {
  return valueOf(body)
}

function labelsAt(body: unknown, paths: readonly string[]): readonly string[] | undefined {
  const path = paths.find((each) => Array.isArray(at(body, each)))
  if (path === undefined) return undefined
  return listAt(body, path)
    .map((each) => textOf(each) || firstText(each, 'name', 'title'))
    .filter((name) => name !== '')
    .slice(0, MOST_LABELS)
    .map((name) => cut(name, LONGEST))
}

/** People of one event who are mentioned, besides those whom its texts name. */
const MOST_ASKED = 10

/** Who an event is about and for, so that it mentions those who have claimed their logins. */
export function peopleIn(
  { name, people: slots, bodyOf = usualBody }: Slots,
  request: FormatRequest,
  { event, author = '' }: { readonly event: string; readonly author?: string | undefined },
): People | null {
  if (!slots) return null
  const body = bodyOf(request)
  const url = new Held(body, request).text(slots.at)
  if (!URL.canParse(url)) return null
  const asked = entryOf(slots.asked, event) ?? ''
  const people =
    typeof asked === 'string'
      ? wordsIn(asked).flatMap((path) => newIn(at(body, path)))
      : [asked(body, request)]
  const logins = new Set(people.map(loginOf).filter((login) => login !== ''))
  return {
    format: name,
    host: new URL(url).hostname,
    author: author.toLowerCase(),
    asked: [...logins].slice(0, MOST_ASKED),
  }
}

function newIn(found: unknown): readonly unknown[] {
  if (Array.isArray(found)) return listAt(found)
  if (at(found, 'current') === undefined) return [found]
  const before = new Set(listAt(found, 'previous').map(loginOf))
  const isNew = (person: unknown): boolean =>
    at(person, 're_requested') === true || !before.has(loginOf(person))
  return listAt(found, 'current').filter(isNew)
}

const LOGIN = wordsIn('login username nickname uniqueName user.name reviewer.login name')
const ADDRESS = /<([^<>]{1,200})>$/

/** In lower case; `''` if there is none. Azure DevOps also writes `Ann <ann@example.com>`. */
export function loginOf(person: unknown): string {
  const login = firstText(person, ...LOGIN) || (ADDRESS.exec(textOf(person))?.[1] ?? '')
  return login.toLowerCase()
}
