import { longTime } from 'express-incoming-webhooks-ui'
import { Time } from '../../parts/time.js'
import { EditButtons, EditNotes, useEdit } from '../form/edit.js'
import { AppearanceFields, BasicFields, FoldedFields } from '../form/fields.js'
import { useWebhook } from '../loaded-webhook.js'

export function EditForm() {
  const { webhook } = useWebhook()
  const { form, note, mine, submit, discard } = useEdit()
  const fields = { form, mine }
  return (
    <form noValidate onSubmit={submit}>
      <div class="card__body">
        <EditNotes {...{ form, note }} />
        <BasicFields {...fields} teamId={webhook.teamId} />
      </div>
      <div class="card__body nopad stack">
        <AppearanceFields {...fields} />
      </div>
      <FoldedFields {...fields} webhook={webhook} />
      <div class="card__foot">
        <span class="subtle small">
          Changed <Time at={webhook.updateAt} text={longTime(webhook.updateAt)} />
        </span>
        <EditButtons {...{ form, discard }} />
      </div>
    </form>
  )
}
