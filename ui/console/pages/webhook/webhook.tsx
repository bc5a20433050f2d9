import { atTime, Button, Icon, longTime, Menu, Notice } from 'express-incoming-webhooks-ui'
import { useRef } from 'preact/hooks'
import { listRequests, type LoggedRequest } from '../../api/requests.js'
import { switchWebhook } from '../../api/webhooks.js'
import { Empty } from '../../parts/heading.js'
import { later } from '../../parts/later.js'
import { StateBadge, Time, WebhookAvatar, WebhookChannel } from '../../parts/looks.js'
import { Tabs } from '../../parts/tabs.js'
import { useAction, useLoaded, usePolling, useUnavailable } from '../../state/loading.js'
import { hookPath, Link, navigateWithin, type PartName } from '../../state/route.js'
import { useSession } from '../../state/session.js'
import { momentText } from '../../state/time.js'
import { toast } from '../../state/toasts.js'
import { FailedResult, latestResult } from '../list/last-result.js'
import {
  LoadedWebhook,
  PartFailure,
  Unchanged,
  useQuestion,
  useWebhook,
  WebhookHead,
} from '../loaded.js'
import { Log } from '../requests/log.js'
import { isBad } from '../requests/words.js'
import { QuestionDialog } from './dialogs.js'
import { About, RulesCard } from './facts.js'
import { Incidents } from './incidents.js'
import { SecretCard } from './secret-card.js'
import { SenderCard } from './sender-card.js'

const EditForm = later(async () => (await import('../forms.js')).EditForm, PartFailure)

const POLL_MS = 3000
/** Requests among which the last result is found, whatever others without a valid key came since. */
const LATEST = 20
const PATHS = { requests: '', incidents: '/incidents', edit: '/edit' } as const

/** One webhook: its requests, its settings, its secrets. */
export function WebhookPage({ id, tab }: { id: string; tab: PartName }) {
  return (
    <LoadedWebhook id={id}>
      <Shown tab={tab} />
    </LoadedWebhook>
  )
}

/** Its requests, incidents and settings are tabs, each with its own URL. */
function Shown({ tab }: { tab: PartName }) {
  const { webhook } = useWebhook()
  const latest = useLoaded(() => listRequests(webhook.id, { per_page: LATEST }))
  usePolling(latest.reload, POLL_MS)
  const isEdited = useRef(false)
  isEdited.current ||= tab === 'edit'
  return (
    <>
      <Head requests={latest.value ?? []} />
      <Notices />
      <div class="split">
        <div class="stack">
          <SecretCard name="regenerate" />
          <section class="card" aria-label="Requests and settings">
            <Tabs
              label="Webhook sections"
              listClass="tabs tabs--card"
              tabClass="tab"
              chosen={tab}
              onChoose={(name) => navigateWithin(hookPath(webhook.id, PATHS[name]))}
              tabs={[
                {
                  name: 'requests',
                  content: 'Requests',
                  panel: tab === 'requests' && <Requests />,
                },
                {
                  name: 'incidents',
                  content: 'Incidents',
                  panel: tab === 'incidents' && <Incidents />,
                },
                { name: 'edit', content: 'Edit', panel: isEdited.current && <EditForm /> },
              ]}
            />
          </section>
        </div>
        <aside class="stack" aria-label="Facts">
          <About />
          <RulesCard />
          <SenderCard />
          <SecretCard name="signing" />
        </aside>
      </div>
      <QuestionDialog posted={latest.reload} />
    </>
  )
}

// The record is updated only once a minute.
function lastPosted(requests: readonly LoggedRequest[]) {
  return requests.find((request) => request.status === 200)?.time ?? 0
}

function Head({ requests }: { readonly requests: readonly LoggedRequest[] }) {
  const { webhook } = useWebhook()
  const [, ask] = useQuestion()
  const result = latestResult(webhook, requests)
  return (
    <WebhookHead
      title={webhook.displayName}
      picture={<WebhookAvatar webhook={webhook} size="large" />}
      text={
        <>
          <StateBadge webhook={webhook} />
          <WebhookChannel webhook={webhook} />
          {result && isBad(result) ? (
            <FailedResult result={result} />
          ) : (
            <LastUsed at={Math.max(webhook.lastUsed, lastPosted(requests))} />
          )}
        </>
      }
    >
      <Button icon="send" unavailable={useUnavailable()} onPress={() => ask('test')}>
        Send a test message
      </Button>
      <SwitchButton />
      <Menu
        id="more"
        end
        buttonClass="btn btn--square"
        buttonLabel="More actions"
        button={<Icon name="more" />}
      >
        {(close) => <MoreActions close={close} />}
      </Menu>
    </WebhookHead>
  )
}

function LastUsed({ at }: { readonly at: number }) {
  if (at === 0) return <span>Never used</span>
  return (
    <span>
      Last used <Time at={at} text={longTime(at)} />
    </span>
  )
}

function MoreActions({ close }: { close: () => void }) {
  const { id } = useWebhook().webhook
  const [, open] = useQuestion()
  const ask = (question: 'regenerate' | 'delete') => () => {
    close()
    open(question)
  }
  return (
    <>
      <button type="button" class="menu__item" onClick={ask('regenerate')}>
        <Icon name="again" />
        Regenerate URL
      </button>
      <Link class="menu__item" to={hookPath(id, '/connect')}>
        <Icon name="terminal" />
        Connect a program
      </Link>
      <Link class="menu__item" to={hookPath(id, '/workbench')}>
        <Icon name="code" />
        Workbench
      </Link>
      <hr class="menu__sep" />
      <button type="button" class="menu__item menu__item--danger" onClick={ask('delete')}>
        <Icon name="trash" />
        Delete
      </button>
    </>
  )
}

function SwitchButton() {
  const { webhook, put } = useWebhook()
  const { id, enabled } = webhook
  const { busy, error, run } = useAction()
  const turn = (on: boolean) =>
    run(async () => {
      put(await switchWebhook(id, on))
      if (on) toast('Enabled')
      else toast('Disabled.', () => turn(true))
    })
  return (
    <>
      {error && <Unchanged error={error} />}
      <Button
        icon={enabled ? 'pause' : 'play'}
        kind={enabled ? 'plain' : 'primary'}
        unavailable={useUnavailable()}
        busy={busy && (enabled ? 'Disabling' : 'Enabling')}
        onPress={() => turn(!enabled)}
      >
        {enabled ? 'Disable' : 'Enable'}
      </Button>
    </>
  )
}

/** Notices about the current state of a webhook. */
function Notices() {
  const { enabled, previousKey, expiresAt } = useWebhook().webhook
  return (
    <>
      {!enabled && (
        <Notice kind="warn" icon="pause" class="mb-4" title="This webhook is disabled.">
          Within a second, all servers refuse requests as if it did not exist. Its URL and settings
          are kept.
        </Notice>
      )}
      {expiresAt !== 0 && expiresAt <= Date.now() && (
        <Notice kind="warn" icon="clock" class="mb-4" title="This webhook has expired.">
          Requests are refused as if it did not exist. To keep using it, set a later date under
          Edit.
        </Notice>
      )}
      {previousKey && (
        <Notice
          icon="clock"
          class="mb-4"
          title={`Two URLs work until ${atTime(previousKey.expiresAt)}.`}
        >
          The old one ends in <code>{previousKey.keyHint}</code>.{' '}
          {previousKey.lastUsed === 0
            ? 'It has never been used.'
            : `It was last used ${longTime(previousKey.lastUsed)}.`}
        </Notice>
      )}
    </>
  )
}

/** The requests of the webhook. */
function Requests() {
  const { webhook } = useWebhook()
  return <Log hookId={webhook.id} webhookOf={() => webhook} none={<NoRequests />} />
}

function NoRequests() {
  const [, ask] = useQuestion()
  const { requestsSince } = useSession().settings
  const { lastUsed } = useWebhook().webhook
  return (
    <Empty
      icon="pulse"
      title={lastUsed === 0 ? 'No requests yet' : 'No recent requests'}
      text={
        requestsSince === null || lastUsed === 0
          ? 'Requests appear here as they arrive, with the reason if one is refused.'
          : `No requests since the start ${momentText(requestsSince)}. Earlier ones are not kept.`
      }
    >
      <Button icon="send" onPress={() => ask('test')}>
        Send a test message
      </Button>
    </Empty>
  )
}
