import type { JSX } from 'preact'
import { regenerateUrl } from '../../api/webhooks.js'
import { OverlapDialog, type ReplaceProps } from './overlap-dialog.js'

const WORDS = {
  legend: 'Old URL',
  stop: 'Stop accepting it now',
  stopHint: 'Choose this if the URL has leaked. Senders that still use it are refused.',
} as const

export function RegenerateDialog({ webhook, put, close }: ReplaceProps): JSX.Element {
  return (
    <OverlapDialog
      title="Regenerate the URL?"
      action="Regenerate URL"
      busy="Regenerating"
      words={WORDS}
      done="URL regenerated"
      put={put}
      close={close}
      replace={(overlap) => regenerateUrl(webhook.id, overlap)}
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
