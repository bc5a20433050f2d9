import { Button, countText, Notice } from 'express-incoming-webhooks-ui'
import { useState } from 'preact/hooks'
import { CLIENT_SETTINGS } from '../../../../lib/model/settings-fields.js'
import { listWebhooks, type Webhook } from '../../api/webhooks.js'
import { labels } from '../../config.js'
import { HeadedCard } from '../../parts/card.js'
import { useLoaded } from '../../state/loading.js'
import { integrationsTitle, useSession } from '../../state/session.js'
import { SettingControls } from './controls.js'
import { SettingsPage, type SettingsProps } from './page.js'

export function IntegrationsPage() {
  const title = integrationsTitle(useSession())
  return (
    <SettingsPage
      steps={[{ text: labels.systemConsole }, { text: labels.integrations }, { text: title }]}
      title={title}
      text="Choose who may use incoming webhooks, and what the webhooks may do. Changes take effect immediately."
    >
      {(props) => (
        <div class="stack">
          <HeadedCard id="use-title" title="Incoming webhooks">
            <UseSettings {...props} />
          </HeadedCard>
          <HeadedCard
            id="look-title"
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
