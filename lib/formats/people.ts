import type { People } from '../model/message.js'
import { usualBody } from './facts.js'
import type { FormatRequest } from './format-request.js'
import { at, entryOf, firstText, listAt, type Table, textOf } from './json-members.js'
import { Held, type Reader, type Slot } from './slots.js'
import { wordsIn } from './words.js'

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

interface Forge {
  readonly name: string
  readonly people?: PeopleSlots
  readonly bodyOf?: (request: FormatRequest) => unknown
}

/** People of one event who are mentioned, besides those whom its texts name. */
const MOST_ASKED = 10

/** Who an event is about and for, so that it mentions those who have claimed their logins. */
export function peopleIn(
  { name, people: slots, bodyOf = usualBody }: Forge,
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
