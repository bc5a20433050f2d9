import { Button, countText, Icon, Menu } from 'express-incoming-webhooks-ui'
import { findWebhook, switchWebhook, type Webhook } from '../../api/webhooks.js'
import { copyAndSay } from '../../parts/copying.js'
import { Person, StateBadge, WebhookAvatar, WebhookChannel } from '../../parts/looks.js'
import { useAction, useUnavailable } from '../../state/loading.js'
import { hookPath, Link, navigate, useParameter } from '../../state/route.js'
import { toast } from '../../state/toasts.js'
import { errorText } from '../loaded.js'
import { LastResult } from './last-result.js'

interface WebhookTableProps {
  readonly webhooks: readonly Webhook[]
  readonly replace: (webhook: Webhook) => void
  /** Loads more of them; null if these are all. */
  readonly more: (() => Promise<void>) | null
}

const SHOWN = 100

/** The roles keep it a table for assistive technology when its rows look like cards. */
export function WebhookTable({ webhooks, replace, more }: WebhookTableProps) {
  const [rows, setRows] = useParameter('rows')
  const { busy, error, run } = useAction()
  const limit = Math.max(SHOWN, Number(rows) || 0)
  const hidden = webhooks.length - limit
  return (
    <>
      <table class="table table--cards" role="table" aria-label="Incoming webhooks">
        <TableHead />
        <tbody role="rowgroup">
          {webhooks.slice(0, limit).map((webhook) => (
            <Row key={webhook.id} webhook={webhook} replace={replace} />
          ))}
        </tbody>
      </table>
      {(hidden > 0 || more) && (
        <div class="reqfoot">
          <Button
            small
            busy={busy && 'Loading'}
            onPress={() => {
              setRows(String(limit + SHOWN))
              if (more && hidden < SHOWN) run(more)
            }}
          >
            Show {hidden > 0 ? countText(Math.min(hidden, SHOWN), 'more webhook') : 'more'}
          </Button>
          {error && <p class="error">{errorText(error)}</p>}
        </div>
      )}
    </>
  )
}

function TableHead() {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {['Name', 'Channel', 'Owner', 'Last result'].map((name) => (
          <th key={name} role="columnheader" scope="col">
            {name}
          </th>
        ))}
        <th role="columnheader" scope="col">
          <span class="vh">Actions</span>
        </th>
      </tr>
    </thead>
  )
}

function Row(props: RowActionsProps) {
  const { webhook } = props
  return (
    <tr role="row" class={webhook.enabled ? '' : 'is-off'}>
      <td role="cell">
        <div class="cell-main">
          <WebhookAvatar webhook={webhook} />
          <div class="cell-main__text">
            <Link class="cell-main__name" to={hookPath(webhook.id)}>
              {webhook.displayName}
            </Link>{' '}
            <StateBadge webhook={webhook} unlessEnabled />
            {webhook.description !== '' && <div class="cell-main__desc">{webhook.description}</div>}
          </div>
        </div>
      </td>
      <td role="cell" data-label="Channel">
        <span class="row">
          <WebhookChannel webhook={webhook} />
        </span>
      </td>
      <td role="cell" data-label="Owner">
        <Person name={webhook.owner} />
      </td>
      <td role="cell" data-label="Last result" class="muted">
        <LastResult webhook={webhook} />
      </td>
      <td role="cell">
        <RowActions {...props} />
      </td>
    </tr>
  )
}

interface RowActionsProps {
  readonly webhook: Webhook
  readonly replace: (webhook: Webhook) => void
}

function RowActions(props: RowActionsProps) {
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
        Requests
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
async function copyUrl({ id, displayName }: Webhook) {
  try {
    const { url } = await findWebhook(id)
    if (url !== null && (await copyAndSay(url, `URL of ${displayName} copied`))) return
  } catch {
    // The next page fails in the same way and shows the error.
  }
  navigate(hookPath(id))
}

async function turn(props: RowActionsProps, on: boolean) {
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
