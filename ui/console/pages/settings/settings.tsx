import { Button, countText, Notice } from 'express-incoming-webhooks-ui'
import { useState } from 'preact/hooks'
import { CLIENT_SETTINGS } from '../../../../lib/model/settings-fields.js'
import { listWebhooks, type Webhook } from '../../api/webhooks.js'
import { HeadedCard } from '../../parts/card.js'
import { INTEGRATIONS, SYSTEM_CONSOLE } from '../../parts/heading.js'
import { useLoaded } from '../../state/loading.js'
import { Link } from '../../state/route.js'
import { integrationsTitle, useSession } from '../../state/session.js'
import { SettingControls, SettingsPage, type SettingsProps } from './page.js'

export function IntegrationsPage() {
  const title = integrationsTitle(useSession())
  return (
    <SettingsPage
      above={[SYSTEM_CONSOLE, INTEGRATIONS]}
      title={title}
      text="Choose who may use incoming webhooks, and what the webhooks may do. Changes take effect immediately."
    >
      {(props) => (
        <div class="stack">
          <HeadedCard title="Incoming webhooks">
            <UseSettings {...props} />
          </HeadedCard>
          <HeadedCard
            title="Author name and picture"
            text="Every message from a webhook has the BOT label, whatever you choose here."
          >
            <SettingControls {...props} group="appearance" />
          </HeadedCard>
        </div>
      )}
    </SettingsPage>
  )
}

/** Turning the feature off needs a confirmation. */
function UseSettings({ settings, change }: SettingsProps) {
  const [asking, setAsking] = useState(false)
  return (
    <SettingControls
      group="use"
      settings={settings}
      change={(name, value) => {
        if (name === 'enableIncomingWebhooks' && value === false) setAsking(true)
        else change(name, value)
      }}
      below={{
        enableIncomingWebhooks: asking && (
          <TurnOffQuestion
            answer={(off) => {
              setAsking(false)
              if (off) change('enableIncomingWebhooks', false)
              else document.getElementById(CLIENT_SETTINGS.enableIncomingWebhooks.wire)?.focus()
            }}
          />
        ),
      }}
    />
  )
}

/** Shows how many webhooks would stop. The buttons do not wait for the count. */
function TurnOffQuestion({ answer }: { answer: (off: boolean) => void }) {
  const { value } = useLoaded(async () => listWebhooks())
  return (
    <Notice kind="warn" class="setting__extra" role="alert">
      <p>
        {value === null ? (
          <b>All webhooks will stop posting.</b>
        ) : (
          <Consequences webhooks={value} />
        )}
      </p>
      <div class="btns mt-3">
        <Button kind="danger" small onPress={() => answer(true)}>
          Turn off
        </Button>
        <Button small onPress={() => answer(false)}>
          Leave on
        </Button>
      </div>
    </Notice>
  )
}

const WEEK = 7 * 24 * 3_600_000

function Consequences({ webhooks }: { webhooks: readonly Webhook[] }) {
  const active = webhooks.filter((webhook) => webhook.enabled)
  const recent = active.filter((webhook) => webhook.lastUsed > Date.now() - WEEK).length
  return (
    <>
      <span class="notice__title">{countText(active.length, 'webhook')} will stop posting.</span>{' '}
      {recent} {recent === 1 ? 'was' : 'were'} used in the last 7 days.
    </>
  )
}

export function LoggingPage() {
  return (
    <SettingsPage
      above={[SYSTEM_CONSOLE]}
      title="Logging"
      text={
        <>
          Choose what is kept of <Link to="console/requests">requests</Link>, and what is written to{' '}
          <Link to="console/logs">Logs</Link>. For webhook diagnostics, turn debugging on and set
          the level to DEBUG.
        </>
      }
    >
      {(props) => (
        <>
          <div class="card">
            <SettingControls {...props} group="logging" />
          </div>
          <Outcome {...props} />
        </>
      )}
    </SettingsPage>
  )
}

/** Shows whether diagnostics are written, which needs both settings. */
function Outcome({ settings, change }: SettingsProps) {
  const { enableWebhookDebugging: debugging, consoleLevel: level } = settings
  if (debugging && level === 'DEBUG') {
    return (
      <Notice kind="ok" class="mt-5" title="Webhook diagnostics are being written.">
        <Link to="console/logs">Open Logs</Link>
      </Notice>
    )
  }
  if (!debugging && level !== 'DEBUG') return null
  const complete = () => {
    if (debugging) change('consoleLevel', 'DEBUG')
    else change('enableWebhookDebugging', true)
  }
  return (
    <Notice
      kind="warn"
      class="mt-5"
      title="No diagnostics are being written yet."
      buttons={
        <Button small onPress={complete}>
          {debugging ? 'Set to DEBUG' : 'Turn debugging on'}
        </Button>
      }
    >
      {debugging
        ? `Debugging is on, but the level is ${level}.`
        : 'The level is DEBUG, but debugging is off.'}
    </Notice>
  )
}
