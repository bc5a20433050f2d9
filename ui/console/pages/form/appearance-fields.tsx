import type { JSX } from 'preact'
import { labels } from '../../config.js'
import { Notice } from '../../parts/notice.js'
import { useSession } from '../../state/session.js'
import { FieldGroup } from './field-group.js'
import type { FieldsProps } from './fields-props.js'

/** Name and picture, if overriding them is allowed. */
export function AppearanceFields(props: FieldsProps): JSX.Element {
  return (
    <div class="two">
      <FieldGroup {...props} group="appearance" />
    </div>
  )
}

/** How messages look if names, pictures or both cannot be overridden; null if both can. */
export function OverridesNotice(): JSX.Element | null {
  const { settings } = useSession()
  const names = settings.enablePostUsernameOverride
  const pictures = settings.enablePostIconOverride
  if (names && pictures) return null
  const what = names ? 'pictures' : pictures ? 'names' : 'names and pictures'
  return (
    <Notice>
      <p>
        Messages will appear{' '}
        {!names && (
          <>
            as <b>webhook</b>
          </>
        )}
        {!names && !pictures && ' '}
        {!pictures && 'with your picture'}. An administrator can allow other {what} under{' '}
        {labels.systemConsole}.
      </p>
    </Notice>
  )
}
