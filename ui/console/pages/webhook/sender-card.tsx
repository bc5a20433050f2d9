import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { isSchemeName, SENDER_SCHEMES } from '../../../../lib/model/verification-fields.js'
import type { ShownVerification } from '../../../../lib/model/verification-fields.js'
import { saveVerification, type Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import { SecretBox } from '../../parts/copy-box.js'
import { copyAndSay } from '../../parts/copy.js'
import { Notice } from '../../parts/notice.js'
import { useAction } from '../../state/action.js'
import { toast } from '../../state/toasts.js'
import { Unchanged } from '../form/unchanged.js'
import { SenderForm } from './sender-form.js'
import { WrittenAs } from './sender-style.js'

interface SenderCardProps {
  readonly webhook: Webhook
  readonly put: (webhook: Webhook) => void
}

/** How the programs that send to this webhook prove who they are. Most webhooks need none of it. */
export function SenderCard({ webhook, put }: SenderCardProps): JSX.Element {
  const { verification } = webhook
  // No response has it again, so it is shown as long as the page is.
  const [secret, setSecret] = useState<string | null>(null)
  // Only at first: it must not close under the hands of those who turn signatures off.
  const [isOpen] = useState(verification !== null)
  const head = useRef<HTMLElement>(null)
  const saved = (changed: Webhook, fresh: string | null): void => {
    put(changed)
    setSecret(fresh)
    // The button that was pressed may be gone.
    head.current?.focus()
  }
  return (
    <section class="card" aria-label="Sender signature">
      <details class="fold" {...(isOpen ? { open: true } : {})}>
        <summary ref={head}>Sender signature</summary>
        {secret !== null && <FreshSecret key={secret} secret={secret} />}
        {verification === null ? (
          <>
            <p class="hint mb-3">
              The sending program proves with a second secret that a request comes from it. All
              other requests are refused.
            </p>
            <SenderForm webhook={webhook} saved={saved} />
          </>
        ) : (
          <Signed {...{ webhook, verification, saved }} />
        )}
      </details>
    </section>
  )
}

function FreshSecret({ secret }: { readonly secret: string }): JSX.Element {
  return (
    <div class="mb-4">
      <SecretBox
        id="sender-secret-set"
        label="Secret of the sender"
        secret={secret}
        hidden="••••••••••••"
        show="Show the secret of the sender"
        keep
      >
        {(select) => (
          <Button
            class="btn--eye"
            icon="copy"
            label="Copy the secret of the sender"
            onPress={() => void copyAndSay(secret, 'Secret copied', select)}
          />
        )}
      </SecretBox>
      <p class="hint mt-3">
        <b>Copy it now.</b> It is not shown again.
      </p>
    </div>
  )
}

interface SignedProps {
  readonly webhook: Webhook
  readonly verification: ShownVerification
  readonly saved: (webhook: Webhook, secret: string | null) => void
}

function Signed({ webhook, verification, saved }: SignedProps): JSX.Element {
  const { scheme, header, hasPreviousSecret } = verification
  const { busy, error, run } = useAction()
  const [isReplacing, replace] = useState(false)
  const [isAsking, ask] = useState(false)
  const save = (input: Readonly<Record<string, unknown>> | null, done: string): void =>
    run(async () => {
      saved(await saveVerification(webhook, input), null)
      toast(done)
    })
  const title = isSchemeName(scheme) ? SENDER_SCHEMES[scheme].title : scheme
  return (
    <>
      <p>
        <b>{title}</b>
        {header !== '' && <WrittenAs {...verification} />}: requests without the right signature are
        refused.
      </p>
      {hasPreviousSecret && <TwoSecrets />}
      {isReplacing && (
        <SenderForm
          webhook={webhook}
          verification={verification}
          saved={(changed, fresh) => {
            replace(false)
            saved(changed, fresh)
          }}
        />
      )}
      {error !== null && <Unchanged error={error} class="mt-3" />}
      <div class="row mt-3">
        {hasPreviousSecret && (
          <Button
            small
            busy={busy ? 'Saving' : null}
            onPress={() => save({ scheme, previous_secret: null }, 'Old secret removed')}
          >
            Remove the old secret
          </Button>
        )}
        {!isReplacing && (
          <Button small icon="again" onPress={() => replace(true)}>
            Replace the secret
          </Button>
        )}
        {!isAsking && (
          <Button small kind="ghost" onPress={() => ask(true)}>
            Turn off
          </Button>
        )}
      </div>
      {isAsking && (
        <TurnOff busy={busy} turnOff={() => save(null, 'Signatures are no longer checked')} />
      )}
    </>
  )
}

interface TurnOffProps {
  readonly busy: boolean
  readonly turnOff: () => void
}

function TurnOff({ busy, turnOff }: TurnOffProps): JSX.Element {
  return (
    <Notice kind="warn" class="mt-3" focused>
      <p>
        <span class="notice__title">Anyone with the URL can post again.</span> The secret is
        deleted.
      </p>
      <div class="btns mt-3">
        <Button kind="danger" small busy={busy ? 'Saving' : null} onPress={turnOff}>
          Turn signatures off
        </Button>
      </div>
    </Notice>
  )
}

function TwoSecrets(): JSX.Element {
  return (
    <Notice kind="info" class="mt-3">
      <p>
        <span class="notice__title">Two secrets work.</span> Remove the old one when the sending
        program has the new one.
      </p>
    </Notice>
  )
}
