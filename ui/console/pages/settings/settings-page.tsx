import type { ComponentChildren, ComponentProps } from 'preact'
import { PageHead } from '../../parts/heading.js'
import { Notice } from '../../parts/notice.js'
import { errorText } from '../form/summary.js'
import { Failure } from '../messages.js'
import type { SettingsProps } from './controls.js'
import { useSettings } from './settings-state.js'

interface SettingsPageProps extends Pick<
  ComponentProps<typeof PageHead>,
  'steps' | 'title' | 'text'
> {
  readonly children: (props: SettingsProps) => ComponentChildren
}

/** A page of settings, which are saved at once. */
export function SettingsPage({ children, ...head }: SettingsPageProps) {
  const state = useSettings()
  const { value, error, reload, slow } = state.loaded
  if (value === null && error !== null) return <Failure error={error} retry={reload} />
  return (
    <>
      <PageHead {...head} />
      {state.error && (
        <Notice kind="bad" role="alert" class="mb-4" title="Not saved.">
          {errorText(state.error)} You now see the current settings.
        </Notice>
      )}
      {slow && <SettingsSkeleton />}
      {value && (
        <>
          {children({ state, settings: value })}
          <p class="hint mt-4" role="status">
            {state.saving ? (
              <span class="row">
                <span class="spin" aria-hidden="true" />
                Saving
              </span>
            ) : (
              'All changes are saved.'
            )}
          </p>
        </>
      )}
    </>
  )
}

function SettingsSkeleton() {
  return (
    <div class="card" role="status">
      <span class="vh">Loading the settings</span>
      {[1, 2, 3].map((each) => (
        <div key={each} class="setting" aria-hidden="true">
          <span class="skel skel--45" />
          <span class="skel skel--80" />
        </div>
      ))}
    </div>
  )
}
