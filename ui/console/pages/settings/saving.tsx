import type { CallError } from 'express-incoming-webhooks-ui/call'
import type { JSX } from 'preact'
import { Notice } from '../../parts/notice.js'
import { errorText } from '../form/summary.js'

export function Saving({ saving }: { saving: boolean }): JSX.Element {
  return (
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
  )
}

export function NotSaved({ error }: { error: CallError | null }): JSX.Element | null {
  if (error === null) return null
  return (
    <Notice kind="bad" role="alert" class="mb-4">
      <p>
        <span class="notice__title">Not saved.</span> {errorText(error)} You now see the current
        settings.
      </p>
    </Notice>
  )
}

export function SettingsSkeleton(): JSX.Element {
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
