import type { JSX } from 'preact'
import type { Webhook } from '../../api/webhooks.js'
import { Notice } from '../../parts/notice.js'
import { atTime, longTime } from '../../state/time.js'

/** Notices about the current state of a webhook. */
export function WebhookNotices({ webhook }: { webhook: Webhook }): JSX.Element {
  const { previousKey, expiresAt } = webhook
  return (
    <>
      {!webhook.enabled && (
        <Notice kind="warn" icon="pause" class="mb-4">
          <p>
            <span class="notice__title">This webhook is disabled.</span> Within a second, all
            servers refuse requests as if it did not exist. Its URL and settings are kept.
          </p>
        </Notice>
      )}
      {expiresAt !== 0 && expiresAt <= Date.now() && (
        <Notice kind="warn" icon="clock" class="mb-4">
          <p>
            <span class="notice__title">This webhook has expired.</span> Requests are refused as if
            it did not exist. To keep using it, set a later date under Edit.
          </p>
        </Notice>
      )}
      {previousKey !== null && (
        <Notice icon="clock" class="mb-4">
          <p>
            <span class="notice__title">Two URLs work until {atTime(previousKey.expiresAt)}.</span>{' '}
            The old one ends in <code>{previousKey.keyHint}</code>.{' '}
            {previousKey.lastUsed === 0
              ? 'It has never been used.'
              : `It was last used ${longTime(previousKey.lastUsed)}.`}
          </p>
        </Notice>
      )}
    </>
  )
}
