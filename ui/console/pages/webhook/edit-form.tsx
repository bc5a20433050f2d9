import { CallError } from 'express-incoming-webhooks-ui/call'
import type { Wire } from 'express-incoming-webhooks-ui/wire'
import { useEffect, useState } from 'preact/hooks'
import { findWebhook, saveWebhook, type Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import type { Displaced } from '../../parts/field.js'
import { Notice } from '../../parts/notice.js'
import { Time } from '../../parts/time.js'
import { useUnavailable } from '../../state/loading.js'
import { useSession } from '../../state/session.js'
import { longTime } from '../../state/time.js'
import { toast } from '../../state/toasts.js'
import { changedNames, type Draft, draftOf, wordsOf } from '../form/draft.js'
import {
  AdministratorFields,
  AppearanceFields,
  BasicFields,
  type FieldsProps,
  FormatFields,
  OverridesNotice,
} from '../form/fields.js'
import { type FormState, useForm } from '../form/form-state.js'
import { Summary } from '../form/summary.js'
import { RestoredNotice, takeDraft, useUnsaved } from '../form/unsaved.js'
import { useWebhook } from '../loaded-webhook.js'

export function EditForm() {
  const { webhook } = useWebhook()
  const { me, settings } = useSession()
  const { form, isRestored, mine, submit, discard } = useEdit()
  const fields: FieldsProps = { form, mine: (name) => displaced(mine, form, name) }
  return (
    <form noValidate onSubmit={submit}>
      <div class="card__body">
        {mine && (
          <Notice kind="bad" role="alert" class="mb-4" focused title="Not saved.">
            Someone else changed this webhook a moment ago. You now see the current settings; your
            changes are marked.
          </Notice>
        )}
        {isRestored && <RestoredNotice />}
        <Summary form={form} failure="The webhook was not saved." />
        <BasicFields {...fields} teamId={webhook.teamId} />
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

function useEdit(): Edit {
  const { webhook, put } = useWebhook()
  const { me } = useSession()
  const [kept] = useState(() => {
    const { etag, changes } = takeDraft(me.id, webhook.id) ?? {}
    const draft = changes && { ...draftOf(webhook), ...changes }
    // What was typed into an older record is not put over a newer one.
    return etag === webhook.etag ? { current: draft } : { outdated: draft }
  })
  const [isRestored, setRestored] = useState(kept.current !== undefined)
  // The record in the form. Saving replaces it only if it is still current.
  const [base, setBase] = useState(webhook)
  const [mine, setMine] = useState<Draft | null>(kept.outdated ?? null)
  const form = useForm(kept.current ?? draftOf(webhook), base)
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

interface EditFootProps {
  readonly updateAt: number
  readonly busy: boolean
  readonly discard: () => void
}

function EditFoot({ updateAt, busy, discard }: EditFootProps) {
  return (
    <div class="card__foot">
      <span class="subtle small">
        Changed <Time at={updateAt} text={longTime(updateAt)} />
      </span>
      <Button onPress={discard}>Discard</Button>
      <Button kind="primary" submit busy={busy && 'Saving'} unavailable={useUnavailable()}>
        Save
      </Button>
    </div>
  )
}

/** A change of the user's that someone else's has replaced. */
function displaced(mine: Draft | null, form: FormState, name: keyof Draft): Displaced | null {
  if (mine === null || !changedNames(mine, form.draft).has(name)) return null
  const isNamed = name === 'channel' || name === 'owner'
  return {
    text: isNamed ? (mine[name]?.name ?? '') : wordsOf(name, mine[name].value),
    use: () => form.change({ [name]: mine[name] }),
  }
}
