import { Icon } from 'express-incoming-webhooks-ui/icon'
import { WebhookAvatar } from '../../parts/avatar.js'
import { Card } from '../../parts/card.js'
import { useSession } from '../../state/session.js'
import type { Draft } from './draft.js'

/** A preview of messages, and advice. */
export function AddAdvice({ draft }: { draft: Draft }) {
  return (
    <aside class="stack" aria-label="Preview and advice">
      <Preview draft={draft} />
      <Card id="advice" title="Good to know">
        <ul class="tips">
          <li>
            <Icon name="key" size="small" />
            <span>The URL is a secret. Only you and administrators can see it again.</span>
          </li>
          <li>
            <Icon name="channel" size="small" />
            <span>
              A payload can choose another channel or <code>@person</code>, unless you lock the
              webhook.
            </span>
          </li>
          <li>
            <Icon name="code" size="small" />
            <span>Payloads written for Slack work too.</span>
          </li>
        </ul>
      </Card>
    </aside>
  )
}

function Preview({ draft }: { draft: Draft }) {
  const { me, settings } = useSession()
  const name = settings.enablePostUsernameOverride ? draft.username.value : ''
  const emoji = settings.enablePostIconOverride ? draft.iconEmoji.value : ''
  return (
    <Card id="preview" title="Preview">
      <div class="preview">
        <article class="post" aria-label="Message preview">
          <WebhookAvatar
            webhook={{ iconEmoji: emoji, owner: draft.owner?.username || me.username }}
          />
          <div>
            <div class="post__head">
              <span class="post__author">{name || 'webhook'}</span>
              <span class="bot">Bot</span>
              <span class="post__time">now</span>
            </div>
            <div class="md">
              <p>
                checkout <b>2.14.0</b> is live 🎉
              </p>
            </div>
          </div>
        </article>
      </div>
      <p class="hint mt-3">
        Every message from a webhook has the BOT label, which cannot be turned off.
      </p>
    </Card>
  )
}
