import { partOf } from '../model/fields.js'
import type { FormatRequest } from './format-request.js'
import { at, firstText, listAt, textOf, valueOf } from './json-members.js'
import { Held, type Reader, type Slot } from './slots.js'
import { cut } from './words.js'
import type { Facts } from '../model/event-rules.js'

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

const TEXTS = ['branch', 'author', 'severity', 'environment', 'service', 'repository'] as const
const LONGEST = 100
const MOST_LABELS = 10

/** What is known of an event. What the sender did not say is left out. */
export function factsIn(
  {
    facts: slots = {},
    bodyOf = usualBody,
  }: { readonly facts?: FactSlots; readonly bodyOf?: (request: FormatRequest) => unknown },
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
export function usualBody({ body }: FormatRequest): unknown {
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
