import type { JSX } from 'preact'
import type { Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import { SecretBox } from '../../parts/copy-box.js'
import { copyAndSay } from '../../parts/copy.js'
import { atTime } from '../../state/time.js'

interface SigningCardProps {
  readonly webhook: Webhook
  readonly replace: () => void
}

/** The secret that signs the requests of buttons, hidden by default. */
export function SigningCard({ webhook, replace }: SigningCardProps): JSX.Element {
  const { signingSecret, previousSigningSecret: previous } = webhook
  return (
    <section class="card" aria-labelledby="signing-title">
      <div class="card__body">
        <div class="row row--between mb-3">
          <h2 id="signing-title">Signing secret for buttons</h2>
          <Button kind="ghost" small class="tight" icon="again" onPress={replace}>
            Replace
          </Button>
        </div>
        <Secret key={signingSecret} secret={signingSecret} />
        <p class="hint mt-3">
          Lets the receiver of button presses verify that they come from this server.
        </p>
        {previous !== null && (
          <p class="hint mt-3">
            <b>Two secrets sign until {atTime(previous.expiresAt)}.</b> Give this one to every
            receiver before then.
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
