import { Icon } from 'express-incoming-webhooks-ui/icon'
import { Menu } from 'express-incoming-webhooks-ui/menu'
import { findWebhook, switchWebhook, type Webhook } from '../../api/webhooks.js'
import { Button } from '../../parts/button.js'
import { copyAndSay } from '../../parts/copy-button.js'
import { Link } from '../../parts/link.js'
import { useUnavailable } from '../../state/loading.js'
import { hookPath, navigate } from '../../state/route.js'
import { toast } from '../../state/toasts.js'

export interface RowActionsProps {
  readonly webhook: Webhook
  readonly replace: (webhook: Webhook) => void
}

export function RowActions(props: RowActionsProps) {
  const { webhook } = props
  return (
    <div class="cell-actions">
      <Button
        kind="ghost"
        small
        class="btn--square"
        icon="link"
        label={`Copy the URL of ${webhook.displayName}`}
        unavailable={useUnavailable()}
        onPress={() => void copyUrl(webhook)}
      />
      <Menu
        id={`more-${webhook.id}`}
        end
        buttonClass="btn btn--ghost btn--square btn--small"
        buttonLabel={`More actions for ${webhook.displayName}`}
        button={<Icon name="more" />}
      >
        {(close) => <RowMenu {...props} close={close} />}
      </Menu>
    </div>
  )
}

function RowMenu(props: RowActionsProps & { close: () => void }) {
  const { webhook, close } = props
  return (
    <>
      <Link class="menu__item" to={hookPath(webhook.id, '/edit')}>
        <Icon name="edit" />
        Edit
      </Link>
      <Link class="menu__item" to={hookPath(webhook.id)}>
        <Icon name="list" />
        Recent requests
      </Link>
      {!useUnavailable() && (
        <>
          <Link class="menu__item" to={`${hookPath(webhook.id)}?ask=regenerate`}>
            <Icon name="again" />
            Regenerate URL
          </Link>
          <button
            type="button"
            class="menu__item"
            onClick={() => {
              close()
              void turn(props, !webhook.enabled)
            }}
          >
            <Icon name="power" />
            {webhook.enabled ? 'Disable' : 'Enable'}
          </button>
          <hr class="menu__sep" />
          <Link class="menu__item menu__item--danger" to={`${hookPath(webhook.id)}?ask=delete`}>
            <Icon name="trash" />
            Delete
          </Link>
        </>
      )}
    </>
  )
}

// Lists contain no URLs. If loading one fails, the webhook's page explains the problem.
async function copyUrl({ id, displayName }: Webhook): Promise<void> {
  try {
    const { url } = await findWebhook(id)
    if (url !== null && (await copyAndSay(url, `URL of ${displayName} copied`))) return
  } catch {
    // The next page fails in the same way and shows the error.
  }
  navigate(hookPath(id))
}

async function turn(props: RowActionsProps, on: boolean): Promise<void> {
  try {
    props.replace(await switchWebhook(props.webhook.id, on))
  } catch {
    navigate(hookPath(props.webhook.id))
    return
  }
  if (on) toast('Enabled')
  else {
    toast('Disabled.', () => void turn(props, true))
  }
}
