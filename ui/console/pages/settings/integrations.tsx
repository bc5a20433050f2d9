import { useState } from 'preact/hooks'
import { CLIENT_SETTINGS } from '../../../../lib/model/settings-fields.js'
import { labels } from '../../config.js'
import { HeadedCard } from '../../parts/card.js'
import { SwitchSetting } from '../../parts/setting.js'
import { integrationsTitle, useSession } from '../../state/session.js'
import { namesIn, SettingControl, type SettingsProps } from './controls.js'
import { SettingsPage } from './settings-page.js'
import { TurnOffQuestion } from './turn-off-question.js'

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
            {namesIn('use').map((name) =>
              name === 'enableIncomingWebhooks' ? (
                <FeatureSwitch key={name} {...props} />
              ) : (
                <SettingControl key={name} {...props} name={name} />
              ),
            )}
          </HeadedCard>
          <HeadedCard
            id="look-title"
            title="Author name and picture"
            text="Every message from a webhook has the BOT label, whatever you choose here."
          >
            {namesIn('appearance').map((name) => (
              <SettingControl key={name} {...props} name={name} />
            ))}
          </HeadedCard>
        </div>
      )}
    </SettingsPage>
  )
}

/** Turning the feature off needs a confirmation. */
function FeatureSwitch({ state, settings }: SettingsProps) {
  const [asking, setAsking] = useState(false)
  const { wire, label, hint } = CLIENT_SETTINGS.enableIncomingWebhooks
  return (
    <SwitchSetting
      id={wire}
      label={label}
      hint={hint}
      on={settings.enableIncomingWebhooks}
      onTurn={(on) => {
        if (on) state.change('enableIncomingWebhooks', true)
        else setAsking(true)
      }}
    >
      {asking && (
        <TurnOffQuestion
          turnOff={() => {
            setAsking(false)
            state.change('enableIncomingWebhooks', false)
          }}
          keepOn={() => {
            setAsking(false)
            document.getElementById(wire)?.focus()
          }}
        />
      )}
    </SwitchSetting>
  )
}
