import {
  ActionDialog,
  Icon,
  isTrue,
  isWire,
  memberOf,
  Notice,
  parsed,
  textOf,
  textsOf,
  useLatest,
  type Wire,
  wireOf,
} from 'express-incoming-webhooks-ui'
import { useEffect, useRef, useState } from 'preact/hooks'
import { fieldNames } from '../../../../lib/model/fields.js'
import { CALLER_FIELDS } from '../../../../lib/model/webhook-fields.js'
import { onSignedOut } from '../../api/call.js'
import type { Channel, ListedUser } from '../../api/directory.js'
import { useLeaveGuard } from '../../state/leaving.js'
import { Jump, routeOfUrl } from '../../state/route.js'
import { useSession } from '../../state/session.js'
import { errorText } from '../loaded.js'
import { changedNames, type Draft, draftOf, EMPTY_DRAFT } from './draft.js'
import { entered } from './entered.js'
import type { FormState } from './form-state.js'

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

interface SummaryProps {
  readonly form: Pick<FormState, 'faults' | 'error' | 'doubts'>
  /** `The webhook was not added.` */
  readonly failure: string
}

/** The list of errors above the form. It gets the focus and links to the fields. Or what is asked before. */
export function Summary({ form, failure }: SummaryProps) {
  const { faults, error, doubts } = form
  const element = useRef<HTMLDivElement>(null)
  // Each failed attempt has a new list or another error.
  useEffect(() => element.current?.focus(), [faults, error])
  if (doubts) return <DoubtsDialog {...doubts} />
  if (faults.length === 0 && error === null) return null
  return (
    <div ref={element} class="notice notice--bad mb-4" role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div class="notice__body">
        <p class="notice__title">
          {failure} {faults.length > 0 && `${fieldsText(faults.length)} attention:`}
        </p>
        {faults.length > 0 && (
          <ul>
            {faults.map(({ field, summary }) => (
              <li key={field}>
                <Jump to={field}>{summary}</Jump>
              </li>
            ))}
          </ul>
        )}
        {error !== null && <p>{errorText(error)}</p>}
      </div>
    </div>
  )
}

function DoubtsDialog({ reasons, answer }: NonNullable<FormState['doubts']>) {
  return (
    <ActionDialog
      title="Save these allowed addresses?"
      isQuestion
      onClose={() => answer(false)}
      action={{ onPress: () => answer(true), children: 'Save anyway' }}
    >
      <p>This list may shut out those who send now:</p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </ActionDialog>
  )
}

function fieldsText(count: number) {
  return count === 1 ? 'One field needs' : `${NUMBERS[count] ?? count} fields need`
}

const KEY = 'eiw-draft'

/** What was typed into a form before the session ended. */
interface KeptDraft {
  readonly userId: string
  /** The id of the edited webhook, or '' for a new one. */
  readonly webhookId: string
  /** The version of the record that was edited, or ''. */
  readonly etag: string
  readonly changes: Partial<Draft>
}

/**
 * Asks before a changed form is left. If the session ends, the changes are kept in this tab until the
 * user has signed in again.
 */
export function useUnsaved({ draft, before }: Pick<FormState, 'draft' | 'before'>): void {
  const { me } = useSession()
  const { id: webhookId = '', etag = '' } = before ?? {}
  const saved = before ? draftOf(before) : EMPTY_DRAFT
  const changed = Array.from(changedNames(saved, draft), (name) => [name, draft[name]] as const)
  const isChanged = changed.length > 0
  const kept: KeptDraft = { userId: me.id, webhookId, etag, changes: Object.fromEntries(changed) }
  const worthKeeping = useLatest(isChanged ? kept : null)
  useEffect(
    () =>
      onSignedOut(() => {
        const { current } = worthKeeping
        if (current) sessionStorage.setItem(KEY, JSON.stringify(current))
      }),
    [],
  )
  // Once, because Back has changed the address before it asks.
  const [here] = useState(() => routeOfUrl(new URL(location.href)).page)
  useLeaveGuard(isChanged, (target) => {
    const there = routeOfUrl(target)
    return there.page !== here || ('id' in there && there.id !== webhookId)
  })
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
  const names = fieldNames(CALLER_FIELDS).filter((name) => isWire(wire[name]))
  const typedInto = (name: string): readonly string[] => textsOf(memberOf(wire[name], 'typed'))
  return {
    ...Object.fromEntries(names.map((name) => [name, entered(name, typedInto(name))])),
    ...('channel' in wire ? { channel: readChannel(wire['channel']) } : {}),
    ...('owner' in wire ? { owner: readOwner(wire['owner']) } : {}),
  }
}

function readChannel(kept: unknown): Channel | null {
  const id = textOf(kept, 'id')
  if (id === '') return null
  const [teamId, name] = [textOf(kept, 'teamId'), textOf(kept, 'name')]
  return { id, teamId, name, isPrivate: isTrue(kept, 'isPrivate') }
}

function readOwner(kept: unknown): ListedUser | null {
  const id = textOf(kept, 'id')
  return id === '' ? null : { id, username: textOf(kept, 'username'), name: textOf(kept, 'name') }
}

/** Shown above a form that contains a kept draft. */
export function RestoredNotice() {
  return (
    <Notice role="status" class="mb-4" title="Not saved yet.">
      The form contains what you typed before you were signed out.
    </Notice>
  )
}
