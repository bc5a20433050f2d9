import { useState } from 'preact/hooks'
import { addWebhook } from '../api/webhooks.js'
import { Button } from '../parts/button.js'
import { HeadedCard } from '../parts/card.js'
import { PageHead, WEBHOOKS } from '../parts/heading.js'
import { Link } from '../parts/link.js'
import { hookPath, navigate } from '../state/route.js'
import { useSession } from '../state/session.js'
import { AddAdvice } from './form/add-advice.js'
import { EMPTY_DRAFT } from './form/draft.js'
import {
  AdministratorFields,
  AppearanceFields,
  BasicFields,
  FormatFields,
  OverridesNotice,
} from './form/fields.js'
import { type FormState, useForm } from './form/form-state.js'
import { Summary } from './form/summary.js'
import { RestoredNotice, takeDraft, useUnsaved } from './form/unsaved.js'

export function AddPage() {
  const { me } = useSession()
  const [kept] = useState(() => takeDraft(me.id, ''))
  const form = useForm({ ...EMPTY_DRAFT, ...kept?.changes }, null)
  useUnsaved({ draft: form.draft, saved: EMPTY_DRAFT, webhook: null })
  return (
    <>
      <PageHead
        steps={[...WEBHOOKS, { text: 'Add' }]}
        title="Add Incoming Webhook"
        text="You get a secret URL. Any program that has it can post to the channel in your name."
      />
      {kept !== null && <RestoredNotice />}
      <Summary form={form} failure="The webhook was not added." />
      <div class="split">
        <AddForm form={form} />
        <AddAdvice draft={form.draft} />
      </div>
    </>
  )
}

function AddForm({ form }: { form: FormState }) {
  const { me, settings } = useSession()
  const fields = { form, mine: () => null }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    void form.submit(async (input) => {
      const { id } = await addWebhook(input)
      // The Back button must not return to a submitted form.
      navigate(`${hookPath(id, '/connect')}?added=1`, { replace: true })
    })
  }
  return (
    <form class="form stack" noValidate onSubmit={submit}>
      <div class="card">
        <div class="card__body">
          <BasicFields {...fields} teamId="" />
        </div>
        <FormatFields {...fields} />
        {me.admin && <AdministratorFields {...fields} webhook={null} />}
      </div>
      {(settings.enablePostUsernameOverride || settings.enablePostIconOverride) && (
        <HeadedCard
          id="appearance-title"
          title="Appearance"
          text="Used when the payload does not name an author."
        >
          <div class="card__body">
            <AppearanceFields {...fields} />
          </div>
        </HeadedCard>
      )}
      <OverridesNotice />
      <div class="btns actions">
        <Button kind="primary" submit busy={form.busy && 'Adding'}>
          Add
        </Button>
        <Link class="btn btn--ghost" to="">
          Cancel
        </Link>
      </div>
    </form>
  )
}
