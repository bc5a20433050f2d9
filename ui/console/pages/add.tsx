import { Button, Icon } from 'express-incoming-webhooks-ui'
import { useState } from 'preact/hooks'
import { addWebhook } from '../api/webhooks.js'
import { Card, HeadedCard } from '../parts/card.js'
import { PageHead, WEBHOOKS } from '../parts/heading.js'
import { ShownPost } from '../parts/shown-post.js'
import { hookPath, Link, navigate } from '../state/route.js'
import { useSession } from '../state/session.js'
import { type Draft, EMPTY_DRAFT } from './form/draft.js'
import { AppearanceFields, BasicFields, FoldedFields } from './form/fields.js'
import { type FormState, useForm } from './form/form-state.js'
import { RestoredNotice, Summary, takeDraft, useUnsaved } from './form/notes.js'

export function AddPage() {
  const { me } = useSession()
  const [kept] = useState(() => takeDraft(me.id, ''))
  const form = useForm({ ...EMPTY_DRAFT, ...kept?.changes }, null)
  useUnsaved(form)
  return (
    <>
      <PageHead
        above={WEBHOOKS}
        here="Add"
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
  const submit = (event: SubmitEvent) => {
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
          <BasicFields form={form} />
        </div>
        <FoldedFields form={form} />
      </div>
      <AppearanceFields
        form={form}
        frame={(appearance) => (
          <HeadedCard title="Appearance" text="Used when the payload does not name an author.">
            <div class="card__body">{appearance}</div>
          </HeadedCard>
        )}
      />
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

/** A preview of messages, and advice. */
function AddAdvice({ draft }: { draft: Draft }) {
  return (
    <aside class="stack" aria-label="Preview and advice">
      <Preview draft={draft} />
      <Card title="Good to know">
        <ul class="tips">
          <li>
            <Icon name="key" size="small" />
            <span>The URL is a secret. Only you and administrators can see it again.</span>
          </li>
          <li>
            <Icon name="channel" size="small" />
            <span>
              A payload can choose another channel or <code>@person</code>, unless you lock the
              webhook.
            </span>
          </li>
          <li>
            <Icon name="code" size="small" />
            <span>Payloads written for Slack work too.</span>
          </li>
        </ul>
      </Card>
    </aside>
  )
}

function Preview({ draft }: { draft: Draft }) {
  const { me, settings } = useSession()
  const name = settings.enablePostUsernameOverride ? draft.username.value : ''
  return (
    <Card title="Preview">
      <div class="preview">
        <ShownPost
          name={name}
          webhook={{
            iconEmoji: draft.iconEmoji.value,
            owner: draft.owner?.username || me.username,
            displayName: draft.displayName.value,
          }}
        >
          <p>
            checkout <b>2.14.0</b> is live 🎉
          </p>
        </ShownPost>
      </div>
      <p class="hint mt-3">
        Every message from a webhook has the BOT label, which cannot be turned off.
      </p>
    </Card>
  )
}
