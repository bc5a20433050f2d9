import type { JSX } from 'preact'
import { replaceSigningSecret } from '../../api/webhooks.js'
import { OverlapDialog, type ReplaceProps } from './overlap-dialog.js'

const WORDS = {
  legend: 'Old signing secret',
  stop: 'Stop using it now',
  stopHint:
    'Choose this if the secret has leaked. Buttons fail until their receivers have the new one.',
} as const

export function SigningDialog({ webhook, put, close }: ReplaceProps): JSX.Element {
  return (
    <OverlapDialog
      title="Replace the signing secret?"
      action="Replace signing secret"
      busy="Replacing"
      words={WORDS}
      done="Signing secret replaced"
      put={put}
      close={close}
      replace={(overlap) => replaceSigningSecret(webhook.id, overlap)}
      intro={
        <>
          You get a new secret immediately. While the old one is kept, button presses are signed
          with both, so that you can update every receiver in time. After that, receivers with the
          old secret reject them.
        </>
      }
      warning={
        webhook.previousSigningSecret && (
          <>The secret that was replaced earlier stops working immediately.</>
        )
      }
    />
  )
}
