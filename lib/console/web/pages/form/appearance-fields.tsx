import type { JSX } from 'preact'
import { Notice } from '../../parts/notice.js'
import { useSession } from '../../state/session.js'
import { FieldGroup } from './field-group.js'
import type { FieldsProps } from './fields-props.js'

/** Name and picture, as far as overriding them is allowed. */
export function AppearanceFields(props: FieldsProps): JSX.Element {
  return (
    <div class="two">
      <FieldGroup {...props} group="appearance" />
    </div>
  )
}

/** What messages look like where names, pictures or both may not be chosen; null where both may. */
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
        {!pictures && 'with your picture'}. An administrator can allow other {what} in the System
        Console.
      </p>
    </Notice>
  )
}
