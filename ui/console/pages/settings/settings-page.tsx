import type { ComponentChildren, ComponentProps } from 'preact'
import { PageHead } from '../../parts/heading.js'
import { Notice } from '../../parts/notice.js'
import { errorText } from '../form/summary.js'
import { Failure } from '../messages.js'
import { type SettingsProps, useSettings } from './settings-state.js'

type PageHeadProps = Pick<ComponentProps<typeof PageHead>, 'steps' | 'title' | 'text'>

interface SettingsPageProps extends PageHeadProps {
  readonly children: (props: SettingsProps) => ComponentChildren
}

/** A page of settings, which are saved at once. */
export function SettingsPage({ children, ...head }: SettingsPageProps) {
  const { loaded, saving, error, change } = useSettings()
  const { value, slow, reload } = loaded
  if (value === null && loaded.error) return <Failure error={loaded.error} retry={reload} />
  return (
    <>
      <PageHead {...head} />
      {error && (
        <Notice kind="bad" role="alert" class="mb-4" title="Not saved.">
          {errorText(error)} You now see the current settings.
        </Notice>
      )}
      {slow && <SettingsSkeleton />}
      {value && (
        <>
          {children({ settings: value, change })}
          <p class="hint mt-4" role="status">
            {saving ? (
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
