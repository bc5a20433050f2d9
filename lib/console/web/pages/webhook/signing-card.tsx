import { CallError } from 'express-incoming-webhooks-ui/call'
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { replaceSigningSecret, type Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import { copyText } from '../../parts/copy.js'
import { toast } from '../../state/toasts.js'
import { errorText } from '../form/summary.js'

interface SigningCardProps {
  readonly webhook: Webhook
  readonly put: (webhook: Webhook) => void
}

/** The secret that signs the requests of buttons, hidden by default. */
export function SigningCard({ webhook, put }: SigningCardProps): JSX.Element {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const replace = async (): Promise<void> => {
    setBusy(true)
    setFault('')
    try {
      put(await replaceSigningSecret(webhook.id))
      toast('Signing secret replaced')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFault(errorText(error))
    } finally {
      setBusy(false)
    }
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
          <Button kind="link" small busy={busy ? 'Replacing' : null} onPress={() => void replace()}>
            Replace
          </Button>
        </p>
        {fault !== '' && (
          <p class="error" role="alert">
            Not replaced. {fault}
          </p>
        )}
      </div>
    </section>
  )
}

function Secret({ secret }: { readonly secret: string }): JSX.Element {
  const input = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const select = (): void => {
    setShown(true)
    setTimeout(() => input.current?.select())
  }
  return (
    <div class="copybox copybox--keep">
      <label class="vh" for="signing-secret">
        Signing secret
      </label>
      <input
        ref={input}
        class="copybox__value"
        id="signing-secret"
        readOnly
        spellcheck={false}
        value={shown ? secret : 'whsec_••••••••'}
      />
      <Button
        class="btn--eye"
        icon="eye"
        label="Show the signing secret"
        pressed={shown}
        onPress={() => {
          setShown(!shown)
        }}
      />
      <Button
        class="btn--eye"
        icon="copy"
        label="Copy the signing secret"
        onPress={() => void copyText(secret, 'Signing secret copied', select)}
      />
    </div>
  )
}
