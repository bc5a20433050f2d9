import { Icon } from 'express-incoming-webhooks-ui/icon'
import { useRef } from 'preact/hooks'
import { WebhookAvatar } from '../../parts/avatar.js'
import { WebhookChannel } from '../../parts/badge.js'
import { Card, HeadedCard } from '../../parts/card.js'
import { Button } from '../../parts/button.js'
import { CopyBox } from '../../parts/copy-box.js'
import { CopyButton } from '../../parts/copy-button.js'
import { WebhookHead } from '../../parts/heading.js'
import { Link } from '../../parts/link.js'
import { useTestMessage } from '../../parts/test-message.js'
import { hookPath, useParameter } from '../../state/route.js'
import { LoadedWebhook, useWebhook } from '../loaded-webhook.js'
import { UnreadableUrl } from '../webhook/secret-card.js'
import { Arrival } from './arrival.js'
import { Programs } from './programs.js'
import { TryIt } from './try-it.js'

/** What a program needs to post. Shown after a webhook was added, and on request. */
export function ConnectPage({ id }: { id: string }) {
  return (
    <LoadedWebhook id={id}>
      <Connect />
    </LoadedWebhook>
  )
}

function Connect() {
  const { url } = useWebhook().webhook
  return (
    <>
      <Head />
      <div class="stack">
        <Card id="url-title" title="Webhook URL">
          {url === null ? <UnreadableUrl /> : <UrlBox url={url} />}
          <Arrival />
          {url !== null && <hr class="rule" />}
          {url !== null && <TryIt url={url} />}
        </Card>
        {url !== null && <Programs url={url} />}
        <TestCard />
      </div>
    </>
  )
}

function Head() {
  const { webhook } = useWebhook()
  const { displayName, channelLocked } = webhook
  const [added] = useParameter('added')
  const isNew = added !== ''
  return (
    <WebhookHead
      webhook={webhook}
      here={isNew ? 'Added' : 'Connect a program'}
      title={isNew ? `${displayName} is ready` : `Connect ${displayName}`}
      picture={
        isNew ? (
          <span class="av av--l av--hook av--done" aria-hidden="true">
            <Icon name="check" size="large" />
          </span>
        ) : (
          <WebhookAvatar webhook={webhook} size="large" />
        )
      }
      facts={
        <>
          Posts to <WebhookChannel webhook={webhook} />
          {channelLocked && (
            <span class="tag">
              <Icon name="lock" size="small" />
              locked to this channel
            </span>
          )}
        </>
      }
    >
      <Link class="btn" to="add">
        Add another
      </Link>
      <Link class="btn" to={hookPath(webhook.id)}>
        Open webhook
      </Link>
    </WebhookHead>
  )
}

function TestCard() {
  const test = useTestMessage(useWebhook().webhook)
  return (
    <HeadedCard
      id="test-title"
      title="Send a test message"
      text="Sent through the webhook, like a request from another program."
    >
      <div class="card__body">
        {test.field(<Button {...test.button} />)}
        {test.result}
      </div>
    </HeadedCard>
  )
}

/** The whole URL, and how to treat it. */
function UrlBox({ url }: { url: string }) {
  const { id } = useWebhook().webhook
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <CopyBox id="url" label="Webhook URL" value={url} field={input}>
        <CopyButton
          kind="primary"
          text={url}
          said="URL copied"
          select={() => input.current?.select()}
        >
          Copy URL
        </CopyButton>
      </CopyBox>
      <p class="hint mt-3 with-icon">
        <Icon name="key" size="small" />
        <span>
          Anyone with this URL can post here. Treat it like a password: keep it out of code and
          tickets. If it leaks, <Link to={`${hookPath(id)}?ask=regenerate`}>regenerate it</Link>.
        </span>
      </p>
    </>
  )
}
