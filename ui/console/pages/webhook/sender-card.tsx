import { Button, Notice, type Wire } from 'express-incoming-webhooks-ui'
import { useRef, useState } from 'preact/hooks'
import {
  isSchemeName,
  SENDER_SCHEMES,
  type ShownVerification,
} from '../../../../lib/model/verification-fields.js'
import { saveOnly, type Webhook } from '../../api/webhooks.js'
import { Fold } from '../../parts/card.js'
import { SecretBox } from '../../parts/copying.js'
import { useAction } from '../../state/loading.js'
import { toast } from '../../state/toasts.js'
import { Unchanged, useWebhook } from '../loaded.js'
import { SenderForm } from './sender-form.js'

/** How the programs that send to this webhook prove who they are. Most webhooks need none of it. */
export function SenderCard() {
  const { webhook, put } = useWebhook()
  const { verification } = webhook
  // No response has it again, so it is shown as long as the page is.
  const [secret, setSecret] = useState('')
  // Only at first: it must not close under the hands of those who turn signatures off.
  const [isOpen] = useState(verification !== null)
  const head = useRef<HTMLElement>(null)
  const saved = (changed: Webhook, fresh = '') => {
    put(changed)
    setSecret(fresh)
    // The button that was pressed may be gone.
    head.current?.focus()
  }
  return (
    <section class="card" aria-label="Sender signature">
      <Fold title={<h2>Sender signature</h2>} open={isOpen} head={head}>
        {secret !== '' && <FreshSecret key={secret} secret={secret} />}
        {verification === null ? (
          <>
            <p class="hint mb-3">
              The sending program proves with a second secret that a request comes from it. All
              other requests are refused.
            </p>
            <SenderForm saved={saved} />
          </>
        ) : (
          <Signed verification={verification} saved={saved} />
        )}
      </Fold>
    </section>
  )
}

function FreshSecret({ secret }: { readonly secret: string }) {
  return (
    <div class="mb-4">
      <SecretBox
        id="sender-secret-set"
        label="Secret of the sender"
        secret={secret}
        hidden="••••••••••••"
        show="Show the secret of the sender"
        copy="Copy the secret of the sender"
        said="Secret copied"
      />
      <p class="hint mt-3">
        <b>Copy it now.</b> It is not shown again.
      </p>
    </div>
  )
}

interface SignedProps {
  readonly verification: ShownVerification
  readonly saved: (webhook: Webhook, secret?: string) => void
}

function Signed({ verification, saved }: SignedProps) {
  const { webhook } = useWebhook()
  const { scheme, header, hasPreviousSecret } = verification
  const { busy, error, run } = useAction()
  const [isReplacing, replace] = useState(false)
  const [isAsking, ask] = useState(false)
  const save = (input: Wire | null, done: string) =>
    run(async () => {
      saved(await saveOnly(webhook, { verification: input }))
      toast(done)
    })
  const saving = busy && 'Saving'
  return (
    <>
      <p>
        <b>{isSchemeName(scheme) ? SENDER_SCHEMES[scheme].title : scheme}</b>
        {header !== '' && <WrittenAs {...verification} />}: requests without the right signature are
        refused.
      </p>
      {hasPreviousSecret && (
        <Notice class="mt-3" title="Two secrets work.">
          Remove the old one when the sending program has the new one.
        </Notice>
      )}
      {isReplacing && (
        <SenderForm
          verification={verification}
          saved={(changed, fresh) => {
            replace(false)
            saved(changed, fresh)
          }}
        />
      )}
      {error && <Unchanged error={error} class="mt-3" />}
      <div class="row mt-3">
        {hasPreviousSecret && (
          <Button
            small
            busy={saving}
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
        <Notice
          kind="warn"
          class="mt-3"
          focused
          title="Anyone with the URL can post again."
          buttons={
            <Button
              kind="danger"
              small
              busy={saving}
              onPress={() => save(null, 'Signatures are no longer checked')}
            >
              Turn signatures off
            </Button>
          }
        >
          The secret is deleted.
        </Notice>
      )}
    </>
  )
}

/** Where the signature is, and how it is written: `X-Signature: sha256=…`. */
function WrittenAs({ header, prefix = '', encoding }: ShownVerification) {
  return (
    <>
      {' '}
      in{' '}
      <code>
        {header}
        {prefix !== '' && `: ${prefix}…`}
      </code>
      {encoding === 'base64' && ' as base64'}
    </>
  )
}
