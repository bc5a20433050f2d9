import { parsed, textOf, type Wire, wireOf } from 'express-incoming-webhooks-ui/wire'
import { fieldNames } from '../../../../lib/model/fields.js'
import type { Channel } from '../../api/channels.js'
import type { ListedUser } from '../../api/users.js'
import { changedNames, type Draft, EMPTY_DRAFT } from './draft.js'

const KEY = 'eiw-draft'

/** What was typed into a form before the session ended. */
export interface KeptDraft {
  readonly userId: string
  /** The id of the edited webhook, or '' for a new one. */
  readonly webhookId: string
  /** The version of the record that was edited, or ''. */
  readonly etag: string
  readonly changes: Partial<Draft>
}

/** The members of a draft that differ from another one. */
export function changesOf(from: Draft, draft: Draft): Partial<Draft> {
  return Object.fromEntries(Array.from(changedNames(from, draft), (name) => [name, draft[name]]))
}

/** Keeps a draft in this tab until the user has signed in again. */
export function keepDraft(draft: KeptDraft): void {
  sessionStorage.setItem(KEY, JSON.stringify(draft))
}

/** Returns a kept draft once, to the user and the form that it is from. Others' are removed. */
export function takeDraft(userId: string, webhookId: string): KeptDraft | null {
  const kept = wireOf(parsed(sessionStorage.getItem(KEY) ?? ''))
  const isTheirs = textOf(kept, 'userId') === userId
  if (isTheirs && textOf(kept, 'webhookId') !== webhookId) return null
  sessionStorage.removeItem(KEY)
  const changes = readChanges(wireOf(kept['changes']))
  if (!isTheirs || Object.keys(changes).length === 0) return null
  return { userId, webhookId, etag: textOf(kept, 'etag'), changes }
}

function readChanges(wire: Wire): Partial<Draft> {
  const texts = fieldNames(EMPTY_DRAFT).filter((name) => typeof wire[name] === 'string')
  return {
    ...Object.fromEntries(texts.map((name) => [name, textOf(wire, name)])),
    ...('channel' in wire ? { channel: readChannel(wireOf(wire['channel'])) } : {}),
    ...('owner' in wire ? { owner: readOwner(wireOf(wire['owner'])) } : {}),
  }
}

function readChannel(wire: Wire): Channel | null {
  const id = textOf(wire, 'id')
  if (id === '') return null
  const isPrivate = wire['isPrivate'] === true
  return { id, teamId: textOf(wire, 'teamId'), name: textOf(wire, 'name'), isPrivate }
}

function readOwner(wire: Wire): ListedUser | null {
  const id = textOf(wire, 'id')
  return id === '' ? null : { id, username: textOf(wire, 'username'), name: textOf(wire, 'name') }
}
