import type { JSX } from 'preact'
import { Field } from '../../parts/field.js'
import { Notice } from '../../parts/notice.js'
import { useSession } from '../../state/session.js'
import type { FieldsProps } from './fields-props.js'
import { faultOf } from './form-state.js'

/** Name and picture, as far as overriding them is allowed. */
export function AppearanceFields({ form, mine }: FieldsProps): JSX.Element {
  const { settings } = useSession()
  const { draft, change } = form
  return (
    <div class="two">
      {settings.EnablePostUsernameOverride && (
        <Field
          id="username"
          label="Display name"
          optional
          fault={faultOf(form, 'username')}
          mine={mine('username')}
        >
          {(attributes) => (
            <input
              {...attributes}
              class="input"
              type="text"
              maxLength={64}
              autocomplete="off"
              placeholder="webhook"
              value={draft.username}
              onInput={(event) => {
                change({ username: event.currentTarget.value })
              }}
            />
          )}
        </Field>
      )}
      {settings.EnablePostIconOverride && <PictureFields form={form} mine={mine} />}
    </div>
  )
}

function PictureFields({ form, mine }: Pick<FieldsProps, 'form' | 'mine'>): JSX.Element {
  const { draft, change } = form
  return (
    <>
      <Field
        id="icon-url"
        label="Picture URL"
        optional
        fault={faultOf(form, 'icon-url')}
        mine={mine('iconUrl')}
      >
        {(attributes) => (
          <input
            {...attributes}
            class="input"
            type="url"
            inputMode="url"
            autocomplete="off"
            placeholder="https://"
            value={draft.iconUrl}
            onInput={(event) => {
              change({ iconUrl: event.currentTarget.value })
            }}
          />
        )}
      </Field>
      <Field
        id="icon-emoji"
        label="Emoji"
        optional
        fault={faultOf(form, 'icon-emoji')}
        mine={mine('iconEmoji')}
        hint={<span>Stands in the place of the picture.</span>}
      >
        {(attributes) => (
          <input
            {...attributes}
            class="input"
            type="text"
            maxLength={64}
            autocomplete="off"
            placeholder=":rocket:"
            value={draft.iconEmoji}
            onInput={(event) => {
              change({ iconEmoji: event.currentTarget.value })
            }}
          />
        )}
      </Field>
    </>
  )
}

/** What messages look like where names, pictures or both may not be chosen; null where both may. */
export function OverridesNotice(): JSX.Element | null {
  const { settings } = useSession()
  const names = settings.EnablePostUsernameOverride
  const pictures = settings.EnablePostIconOverride
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
