import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { findWebhook, type Webhook } from '../../api/webhooks.js'
import { labels } from '../../config.js'
import { ChannelTag } from '../../parts/badge.js'
import { WebhookAvatar } from '../../parts/avatar.js'
import { Crumbs, Heading } from '../../parts/heading.js'
import { Link } from '../../parts/link.js'
import { useLoaded } from '../../state/loading.js'
import { hookPath, useParameter } from '../../state/route.js'
import { Failure, NoSuchWebhook } from '../messages.js'
import { UnreadableUrl } from '../webhook/url-card.js'
import { WebhookSkeleton } from '../webhook/skeleton.js'
import { Arrival } from './arrival.js'
import { Programs } from './programs.js'
import { TestCard } from './test-card.js'
import { TryIt } from './try-it.js'
import { UrlBox } from './url-box.js'

/** What a program needs to post. Shown after a webhook was added, and on request. */
export function ConnectPage({ id }: { id: string }): JSX.Element {
  const { value, error, slow, reload } = useLoaded(() => findWebhook(id))
  const [added] = useParameter('added')
  if (error?.status === 404) return <NoSuchWebhook />
  if (error !== null && value === null) return <Failure error={error} retry={reload} />
  if (value === null) return slow ? <WebhookSkeleton /> : <></>
  return <Connect webhook={value} isNew={added !== ''} />
}

interface ConnectProps {
  readonly webhook: Webhook
  readonly isNew: boolean
}

function Connect({ webhook, isNew }: ConnectProps): JSX.Element {
  const { url } = webhook
  return (
    <>
      <Crumbs
        steps={[
          { text: labels.integrations },
          { text: 'Incoming Webhooks', to: '' },
          { text: webhook.displayName, to: hookPath(webhook.id) },
          { text: isNew ? 'Added' : 'Connect a program' },
        ]}
      />
      <ConnectHead webhook={webhook} isNew={isNew} />
      <div class="stack">
        <section class="card" aria-labelledby="url-title">
          <div class="card__body">
            <h2 id="url-title" class="mb-3">
              Webhook URL
            </h2>
            {url === null ? <UnreadableUrl /> : <UrlBox url={url} id={webhook.id} />}
            <Arrival webhook={webhook} />
            {url !== null && <hr class="rule" />}
            {url !== null && <TryIt webhook={webhook} url={url} />}
          </div>
        </section>
        {url !== null && <Programs url={url} channel={webhook.channel} />}
        <TestCard webhook={webhook} />
      </div>
    </>
  )
}

function ConnectHead({ webhook, isNew }: ConnectProps): JSX.Element {
  return (
    <div class="head">
      <div class="head__text">
        <div class="head__id">
          {isNew ? (
            <span class="av av--l av--hook av--done" aria-hidden="true">
              <Icon name="check" size="large" />
            </span>
          ) : (
            <WebhookAvatar webhook={webhook} size="large" />
          )}
          <div>
            <Heading
              title={isNew ? `${webhook.displayName} is ready` : `Connect ${webhook.displayName}`}
            />
            <p class="head__meta">
              Posts to <ChannelTag name={webhook.channel} isPrivate={webhook.isPrivate} />
              {webhook.channelLocked && (
                <span class="tag">
                  <Icon name="lock" size="small" />
                  locked to this channel
                </span>
              )}
            </p>
          </div>
        </div>
      </div>
      <div class="btns">
        <Link class="btn" to="add">
          Add another
        </Link>
        <Link class="btn" to={hookPath(webhook.id)}>
          Open webhook
        </Link>
      </div>
    </div>
  )
}
