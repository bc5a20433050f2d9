import type { JSX } from 'preact'
import { replaceSigningSecret, type Webhook } from '../../api/webhooks.js'
import { toast } from '../../state/toasts.js'
import { OverlapDialog } from './overlap-dialog.js'

interface SigningDialogProps {
  readonly webhook: Webhook
  readonly put: (webhook: Webhook) => void
  readonly close: () => void
}

const WORDS = {
  legend: 'Old signing secret',
  stop: 'Stop using it now',
  stopHint:
    'Choose this if the secret has leaked. Buttons fail until their receivers have the new one.',
  hour: 'Keep it for 1 hour',
  day: 'Keep it for 24 hours',
} as const

export function SigningDialog({ webhook, put, close }: SigningDialogProps): JSX.Element {
  return (
    <OverlapDialog
      title="Replace the signing secret?"
      action="Replace signing secret"
      busy="Replacing"
      words={WORDS}
      close={close}
      replace={async (overlap) => {
        put(await replaceSigningSecret(webhook.id, overlap))
        close()
        toast('Signing secret replaced')
      }}
      intro={
        <>
          You get a new secret immediately. While the old one is kept, button presses are signed
          with both, so that you can update every receiver in time. Then receivers that verify with
          the old secret reject them.
        </>
      }
      warning={
        webhook.previousSigningSecret && (
          <>The secret that was replaced earlier is no longer used, starting now.</>
        )
      }
    />
  )
}
