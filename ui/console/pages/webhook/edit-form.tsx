import { CallError } from 'express-incoming-webhooks-ui/call'
import type { Wire } from 'express-incoming-webhooks-ui/wire'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { findWebhook, saveWebhook, type Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import type { Displaced } from '../../parts/field.js'
import { Notice } from '../../parts/notice.js'
import { Time } from '../../parts/time.js'
import { useOnline } from '../../state/loading.js'
import { useSession } from '../../state/session.js'
import { longTime } from '../../state/time.js'
import { toast } from '../../state/toasts.js'
import { AdministratorFields } from '../form/administrator-fields.js'
import { AppearanceFields, OverridesNotice } from '../form/appearance-fields.js'
import { BasicFields } from '../form/basic-fields.js'
import { FormatFields } from '../form/format-fields.js'
import { changedNames, type Draft, draftOf } from '../form/draft.js'
import type { FieldsProps } from '../form/fields-props.js'
import { type FormState, useForm } from '../form/form-state.js'
import { takeDraft } from '../form/kept-draft.js'
import { Summary } from '../form/summary.js'
import { RestoredNotice, useUnsaved } from '../form/unsaved.js'

interface EditFormProps {
  readonly webhook: Webhook
  readonly put: (webhook: Webhook) => void
}

export function EditForm({ webhook, put }: EditFormProps): JSX.Element {
  const { me, settings } = useSession()
  const { form, isRestored, mine, submit, discard } = useEdit({ webhook, put })
  const fields: FieldsProps = {
    form,
    teamId: webhook.teamId,
    mine: (name) => displaced(mine, form.draft, name, form.change),
  }
  return (
    <form noValidate onSubmit={submit}>
      <div class="card__body">
        {mine !== null && <Conflict />}
        {isRestored && <RestoredNotice />}
        <Summary form={form} failure="The webhook was not saved." />
        <BasicFields {...fields} />
      </div>
      <div class="card__body nopad stack">
        {(settings.enablePostUsernameOverride || settings.enablePostIconOverride) && (
          <AppearanceFields {...fields} />
        )}
        <OverridesNotice />
      </div>
      <FormatFields {...fields} />
      {me.admin && <AdministratorFields {...fields} webhook={webhook} />}
      <EditFoot updateAt={webhook.updateAt} busy={form.busy} discard={discard} />
    </form>
  )
}

interface Edit {
  readonly form: FormState
  /** Whether the form contains what was typed before the session ended. */
  readonly isRestored: boolean
  /** The user's input when someone else saved first. */
  readonly mine: Draft | null
  readonly submit: (event: SubmitEvent) => void
  readonly discard: () => void
}

function useEdit({ webhook, put }: EditFormProps): Edit {
  const { me } = useSession()
  const [kept] = useState(() => keptFor(me.id, webhook))
  const [isRestored, setRestored] = useState(kept?.isCurrent === true)
  // The record in the form. Saving replaces it only if it is still current.
  const [base, setBase] = useState(webhook)
  const [mine, setMine] = useState<Draft | null>(kept?.isCurrent === false ? kept.draft : null)
  const form = useForm(kept?.isCurrent === true ? kept.draft : draftOf(webhook), base)
  useUnsaved({ draft: form.draft, saved: draftOf(base), webhook: base })
  useEffect(() => {
    // A new URL or a change of state does not affect the fields edited here.
    if (changedNames(draftOf(webhook), draftOf(base)).size === 0) setBase(webhook)
  }, [webhook])
  const show = (current: Webhook, draft: Draft | null): void => {
    put(current)
    setBase(current)
    form.reset(draftOf(current))
    setMine(draft)
    setRestored(false)
  }
  const save = async (input: Wire): Promise<void> => {
    try {
      show(await saveWebhook(webhook.id, input, base.etag), null)
      toast('Saved')
    } catch (reason) {
      if (!(reason instanceof CallError) || reason.status !== 412) throw reason
      show(await findWebhook(webhook.id), form.draft)
    }
  }
  return {
    form,
    isRestored,
    mine,
    submit: (event) => {
      event.preventDefault()
      void form.submit(save)
    },
    discard: () => {
      form.reset(draftOf(base))
      setMine(null)
      setRestored(false)
    },
  }
}

/** The draft that was kept when the session ended, and whether it is of the current record. */
function keptFor(
  userId: string,
  webhook: Webhook,
): { readonly draft: Draft; readonly isCurrent: boolean } | null {
  const kept = takeDraft(userId, webhook.id)
  if (kept === null) return null
  return {
    draft: { ...draftOf(webhook), ...kept.changes },
    isCurrent: kept.etag === webhook.etag,
  }
}

interface EditFootProps {
  readonly updateAt: number
  readonly busy: boolean
  readonly discard: () => void
}

function EditFoot({ updateAt, busy, discard }: EditFootProps): JSX.Element {
  const isOnline = useOnline()
  return (
    <div class="card__foot">
      <span class="subtle small">
        Changed <Time at={updateAt} text={longTime(updateAt)} />
      </span>
      <Button onPress={discard}>Discard</Button>
      <Button
        kind="primary"
        submit
        busy={busy ? 'Saving' : null}
        unavailable={isOnline ? null : 'No connection'}
      >
        Save
      </Button>
    </div>
  )
}

function Conflict(): JSX.Element {
  return (
    <Notice kind="bad" role="alert" class="mb-4" focused>
      <p>
        <span class="notice__title">Not saved.</span> Someone else changed this webhook a moment
        ago. You now see the current settings; your changes are marked.
      </p>
    </Notice>
  )
}

function displaced(
  mine: Draft | null,
  current: Draft,
  name: keyof Draft,
  change: (changes: Partial<Draft>) => void,
): Displaced | null {
  if (mine === null || !changedNames(mine, current).has(name)) return null
  const value = mine[name]
  return {
    text: wordOf(value),
    use: () => change({ [name]: value }),
  }
}

function wordOf(value: Draft[keyof Draft]): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : value.name
}
