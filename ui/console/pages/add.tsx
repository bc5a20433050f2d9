import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { addWebhook } from '../api/webhooks.js'
import { labels } from '../config.js'
import { Button } from '../parts/button.js'
import { Crumbs, Heading } from '../parts/heading.js'
import { Link } from '../parts/link.js'
import { hookPath, navigate } from '../state/route.js'
import { useSession } from '../state/session.js'
import { AdministratorFields } from './form/administrator-fields.js'
import { AppearanceFields, OverridesNotice } from './form/appearance-fields.js'
import { BasicFields } from './form/basic-fields.js'
import { FormatFields } from './form/format-fields.js'
import { EMPTY_DRAFT } from './form/draft.js'
import { type FormState, useForm } from './form/form-state.js'
import { AddAdvice } from './form/add-advice.js'
import { takeDraft } from './form/kept-draft.js'
import { Summary } from './form/summary.js'
import { RestoredNotice, useUnsaved } from './form/unsaved.js'

export function AddPage(): JSX.Element {
  const { me } = useSession()
  const [kept] = useState(() => takeDraft(me.id, ''))
  const form = useForm({ ...EMPTY_DRAFT, ...kept?.changes }, null)
  useUnsaved({ draft: form.draft, saved: EMPTY_DRAFT, webhook: null })
  return (
    <>
      <Crumbs
        steps={[
          { text: labels.integrations },
          { text: 'Incoming Webhooks', to: '' },
          { text: 'Add' },
        ]}
      />
      <div class="head">
        <div class="head__text">
          <Heading title="Add Incoming Webhook" />
          <p>You get a secret URL. Any program that has it can post to the channel in your name.</p>
        </div>
      </div>
      {kept !== null && <RestoredNotice />}
      <Summary form={form} failure="The webhook was not added." />
      <div class="split">
        <AddForm form={form} />
        <AddAdvice draft={form.draft} />
      </div>
    </>
  )
}

function AddForm({ form }: { form: FormState }): JSX.Element {
  const { me, settings } = useSession()
  const fields = { form, teamId: '', mine: () => null }
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
          <BasicFields {...fields} />
        </div>
        <FormatFields {...fields} />
        {me.admin && <AdministratorFields {...fields} webhook={null} />}
      </div>
      {(settings.enablePostUsernameOverride || settings.enablePostIconOverride) && (
        <div class="card">
          <div class="card__head">
            <div class="card__title">
              <h2>Appearance</h2>
              <p>Used when the payload does not name an author.</p>
            </div>
          </div>
          <div class="card__body">
            <AppearanceFields {...fields} />
          </div>
        </div>
      )}
      <OverridesNotice />
      <div class="btns actions">
        <Button kind="primary" submit busy={form.busy ? 'Adding' : null}>
          Add
        </Button>
        <Link class="btn btn--ghost" to="">
          Cancel
        </Link>
      </div>
    </form>
  )
}
