import { Icon } from 'express-incoming-webhooks-ui/icon'
import { Menu } from 'express-incoming-webhooks-ui/menu'
import type { JSX } from 'preact'
import { switchWebhook, type Webhook } from '../../api/webhooks.js'
import { WebhookAvatar } from '../../parts/avatar.js'
import { ChannelTag, StateBadge } from '../../parts/badge.js'
import { Button } from '../../parts/button.js'
import { Heading } from '../../parts/heading.js'
import { Link } from '../../parts/link.js'
import { Time } from '../../parts/time.js'
import { useAction } from '../../state/action.js'
import { useOnline } from '../../state/loading.js'
import { hookPath } from '../../state/route.js'
import { longTime } from '../../state/time.js'
import { toast } from '../../state/toasts.js'
import { Unchanged } from '../form/unchanged.js'

interface WebhookHeadProps {
  readonly webhook: Webhook
  readonly lastUsed: number
  readonly put: (webhook: Webhook) => void
  readonly ask: (question: string) => void
}

export function WebhookHead({ webhook, lastUsed, put, ask }: WebhookHeadProps): JSX.Element {
  return (
    <div class="head">
      <div class="head__text">
        <div class="head__id">
          <WebhookAvatar webhook={webhook} size="large" />
          <div>
            <Heading title={webhook.displayName} />
            <p class="head__meta">
              <StateBadge webhook={webhook} />
              <ChannelTag name={webhook.channel} isPrivate={webhook.isPrivate} />
              {lastUsed === 0 ? (
                <span>Never used</span>
              ) : (
                <span>
                  Last used <Time at={lastUsed} text={longTime(lastUsed)} />
                </span>
              )}
            </p>
          </div>
        </div>
      </div>
      <Actions webhook={webhook} put={put} ask={ask} />
    </div>
  )
}

function Actions({ webhook, put, ask }: Omit<WebhookHeadProps, 'lastUsed'>): JSX.Element {
  const unavailable = useOnline() ? null : 'No connection'
  return (
    <div class="btns">
      <Button icon="send" unavailable={unavailable} onPress={() => ask('test')}>
        Send a test message
      </Button>
      <SwitchButton webhook={webhook} put={put} unavailable={unavailable} />
      <Menu
        id="more"
        end
        buttonClass="btn btn--square"
        buttonLabel="More actions"
        button={<Icon name="more" />}
      >
        {(close) => <MoreActions id={webhook.id} ask={ask} close={close} />}
      </Menu>
    </div>
  )
}

interface MoreActionsProps {
  readonly id: string
  readonly ask: (question: string) => void
  readonly close: () => void
}

function MoreActions({ id, ask, close }: MoreActionsProps): JSX.Element {
  const put = (question: string) => (): void => {
    close()
    ask(question)
  }
  return (
    <>
      <button type="button" class="menu__item" onClick={put('regenerate')}>
        <Icon name="again" />
        Regenerate URL
      </button>
      <Link class="menu__item" to={hookPath(id, '/connect')}>
        <Icon name="terminal" />
        Connect a program
      </Link>
      <hr class="menu__sep" />
      <button type="button" class="menu__item menu__item--danger" onClick={put('delete')}>
        <Icon name="trash" />
        Delete
      </button>
    </>
  )
}

interface SwitchButtonProps extends Pick<WebhookHeadProps, 'webhook' | 'put'> {
  readonly unavailable: string | null
}

function SwitchButton({ webhook, put, unavailable }: SwitchButtonProps): JSX.Element {
  const { busy, error, run } = useAction()
  const turn = (on: boolean): void =>
    run(async () => {
      put(await switchWebhook(webhook.id, on))
      if (on) toast('Enabled')
      else {
        toast('Disabled.', () => turn(true))
      }
    })
  return (
    <>
      {error !== null && <Unchanged error={error} />}
      <Button
        icon={webhook.enabled ? 'pause' : 'play'}
        kind={webhook.enabled ? 'plain' : 'primary'}
        unavailable={unavailable}
        busy={busy ? (webhook.enabled ? 'Disabling' : 'Enabling') : null}
        onPress={() => turn(!webhook.enabled)}
      >
        {webhook.enabled ? 'Disable' : 'Enable'}
      </Button>
    </>
  )
}
