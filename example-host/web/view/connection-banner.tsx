import { Icon } from 'express-incoming-webhooks-ui/icon'
import { tryNow } from '../state/connection.js'
import { useChat } from '../state/use-chat.js'

export function ConnectionBanner() {
  const { connection } = useChat('connection')
  if (connection === 'reconnecting') {
    return (
      <div class="banner" role="status">
        <span class="spin" aria-hidden="true" />
        <span>Connection lost. Reconnecting…</span>
      </div>
    )
  }
  if (connection !== 'off') return null
  return (
    <div class="banner banner--bad" role="alert">
      <Icon name="offline" />
      <span>No connection for 2 minutes. New messages will appear once it is restored.</span>
      <button type="button" class="btn btn--link" onClick={tryNow}>
        Try now
      </button>
    </div>
  )
}
