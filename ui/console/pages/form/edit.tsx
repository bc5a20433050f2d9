import { Button, callErrorOf, longTime, Notice, type Wire } from 'express-incoming-webhooks-ui'
import { useEffect, useState } from 'preact/hooks'
import { findWebhook, saveWebhook, type Webhook } from '../../api/webhooks.js'
import { Time } from '../../parts/looks.js'
import { useUnavailable } from '../../state/loading.js'
import { useSession } from '../../state/session.js'
import { toast } from '../../state/toasts.js'
import { useWebhook } from '../loaded.js'
import { changedNames, type Draft, draftOf } from './draft.js'
import { AppearanceFields, BasicFields, FoldedFields } from './fields.js'
import { useForm } from './form-state.js'
import { RestoredNotice, Summary, takeDraft, useUnsaved } from './notes.js'

/** What is said above the form. */
interface Note {
  /** What was typed before the session ended, which the form contains. */
  readonly restored?: Draft
  /** The user's input when someone else saved first. */
  readonly mine?: Draft
}

/** The form of a webhook that there is. */
export type Edit = ReturnType<typeof useEdit>

export function useEdit() {
  const { webhook, put } = useWebhook()
  const { me } = useSession()
  const [note, setNote] = useState<Note>(() => {
    const kept = takeDraft(me.id, webhook.id)
    if (kept === null) return {}
    const draft = { ...draftOf(webhook), ...kept.changes }
    // What was typed into an older record is not put over a newer one.
    return kept.etag === webhook.etag ? { restored: draft } : { mine: draft }
  })
  // The record in the form. Saving replaces it only if it is still current.
  const [base, setBase] = useState(webhook)
  const form = useForm(note.restored ?? draftOf(webhook), base, note.mine)
  useUnsaved(form)
  useEffect(() => {
    // A new URL or a change of state does not affect the fields edited here.
    if (changedNames(draftOf(webhook), draftOf(base)).size === 0) setBase(webhook)
  }, [webhook])
  const show = (current: Webhook, next: Note) => {
    put(current)
    setBase(current)
    form.reset(draftOf(current))
    setNote(next)
  }
  const save = async (input: Wire) => {
    try {
      show(await saveWebhook(webhook.id, input, base.etag), {})
      toast('Saved')
    } catch (reason) {
      if (callErrorOf(reason).status !== 412) throw reason
      show(await findWebhook(webhook.id), { mine: form.draft })
    }
  }
  return {
    form,
    note,
    submit: (event: SubmitEvent) => {
      event.preventDefault()
      void form.submit(save)
    },
    discard: () => {
      form.reset(draftOf(base))
      setNote({})
    },
  }
}

/** What stands above its fields. */
export function EditNotes({ form, note }: Pick<Edit, 'form' | 'note'>) {
  return (
    <>
      {note.mine && (
        <Notice kind="bad" role="alert" class="mb-4" focused title="Not saved.">
          Someone else changed this webhook a moment ago. You now see the current settings; your
          changes are marked.
        </Notice>
      )}
      {note.restored && <RestoredNotice />}
      <Summary form={form} failure="The webhook was not saved." />
    </>
  )
}

/** The buttons below its fields. */
export function EditButtons({ form, discard }: Pick<Edit, 'form' | 'discard'>) {
  return (
    <>
      <Button onPress={discard}>Discard</Button>
      <Button kind="primary" submit busy={form.busy && 'Saving'} unavailable={useUnavailable()}>
        Save
      </Button>
    </>
  )
}

export function EditForm() {
  const { webhook } = useWebhook()
  const { form, note, submit, discard } = useEdit()
  return (
    <form noValidate onSubmit={submit}>
      <div class="card__body">
        <EditNotes {...{ form, note }} />
        <BasicFields form={form} />
      </div>
      <div class="card__body nopad stack">
        <AppearanceFields form={form} />
      </div>
      <FoldedFields form={form} />
      <div class="card__foot">
        <span class="subtle small">
          Changed <Time at={webhook.updateAt} text={longTime(webhook.updateAt)} />
        </span>
        <EditButtons {...{ form, discard }} />
      </div>
    </form>
  )
}
