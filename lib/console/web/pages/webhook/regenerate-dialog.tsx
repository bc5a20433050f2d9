import type { JSX } from 'preact'
import { regenerateUrl, type Webhook } from '../../api/webhooks.js'
import { toast } from '../../state/toasts.js'
import { OverlapDialog } from './overlap-dialog.js'

interface RegenerateDialogProps {
  readonly webhook: Webhook
  readonly put: (webhook: Webhook) => void
  readonly close: () => void
}

const WORDS = {
  legend: 'Old URL',
  stop: 'Stop accepting it now',
  stopHint: 'Choose this if the URL has leaked. Senders that still use it are refused.',
  hour: 'Keep it for 1 hour',
  day: 'Keep it for 24 hours',
} as const

export function RegenerateDialog({ webhook, put, close }: RegenerateDialogProps): JSX.Element {
  return (
    <OverlapDialog
      title="Regenerate the URL?"
      action="Regenerate URL"
      busy="Regenerating"
      words={WORDS}
      close={close}
      replace={async (overlap) => {
        put(await regenerateUrl(webhook.id, overlap))
        close()
        toast('URL regenerated')
      }}
      intro={
        <>
          You get a new URL immediately. Choose how long the old one, ending in{' '}
          <code>{webhook.keyHint}</code>, keeps working, so that you can update every sender in
          time.
        </>
      }
      warning={
        webhook.previousKey && (
          <>
            The URL that was replaced earlier, ending in <code>{webhook.previousKey.keyHint}</code>,
            stops working immediately.
          </>
        )
      }
    />
  )
}
