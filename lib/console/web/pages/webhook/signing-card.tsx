import type { JSX } from 'preact'
import { replaceSigningSecret, type Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import { SecretBox } from '../../parts/copy-box.js'
import { copyAndSay } from '../../parts/copy.js'
import { useAction } from '../../state/action.js'
import { toast } from '../../state/toasts.js'
import { errorText } from '../form/summary.js'

interface SigningCardProps {
  readonly webhook: Webhook
  readonly put: (webhook: Webhook) => void
}

/** The secret that signs the requests of buttons, hidden by default. */
export function SigningCard({ webhook, put }: SigningCardProps): JSX.Element {
  const { busy, error, run } = useAction()
  const replace = async (): Promise<void> => {
    put(await replaceSigningSecret(webhook.id))
    toast('Signing secret replaced')
  }
  return (
    <section class="card" aria-labelledby="signing-title">
      <div class="card__body">
        <h2 id="signing-title" class="mb-3">
          Signing secret
        </h2>
        <Secret key={webhook.signingSecret} secret={webhook.signingSecret} />
        <p class="hint mt-3">
          Lets the receiver of button presses verify that they come from this server.{' '}
          <Button
            kind="link"
            small
            busy={busy ? 'Replacing' : null}
            onPress={() => {
              run(replace)
            }}
          >
            Replace
          </Button>
        </p>
        {error !== null && (
          <p class="error" role="alert">
            Not replaced. {errorText(error)}
          </p>
        )}
      </div>
    </section>
  )
}

function Secret({ secret }: { readonly secret: string }): JSX.Element {
  return (
    <SecretBox
      id="signing-secret"
      label="Signing secret"
      secret={secret}
      hidden="whsec_••••••••"
      show="Show the signing secret"
      keep
    >
      {(select) => (
        <Button
          class="btn--eye"
          icon="copy"
          label="Copy the signing secret"
          onPress={() => void copyAndSay(secret, 'Signing secret copied', select)}
        />
      )}
    </SecretBox>
  )
}
