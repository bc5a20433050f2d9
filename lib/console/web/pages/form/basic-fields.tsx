import type { JSX } from 'preact'
import { ChannelPicker } from '../../parts/channel-picker.js'
import { controlAttributes, FaultText, Field, Mine } from '../../parts/field.js'
import { codePoints, DESCRIPTION_LIMIT } from './faults.js'
import { ExpiryField } from './expiry-field.js'
import type { FieldsProps } from './fields-props.js'
import { faultOf } from './form-state.js'

export function BasicFields(props: FieldsProps): JSX.Element {
  const { form } = props
  const { draft, change } = form
  return (
    <>
      <Field id="name" label="Name" fault={faultOf(form, 'name')} mine={props.mine('name')}>
        {(attributes) => (
          <input
            {...attributes}
            class="input"
            type="text"
            autocomplete="off"
            placeholder="Deploy notifications"
            value={draft.name}
            onInput={(event) => {
              change({ name: event.currentTarget.value })
            }}
          />
        )}
      </Field>
      <DescriptionField {...props} />
      <ChannelField {...props} />
      <LockField {...props} />
      <ExpiryField {...props} />
    </>
  )
}

function DescriptionField({ form, mine }: FieldsProps): JSX.Element {
  const length = codePoints(form.draft.description)
  return (
    <Field
      id="description"
      label="Description"
      optional
      fault={faultOf(form, 'description')}
      mine={mine('description')}
      hint={
        <>
          <span>What sends here, and whom to ask about it</span>
          <span class={length > DESCRIPTION_LIMIT ? 'count count--over' : 'count'}>
            {length} / {DESCRIPTION_LIMIT}
          </span>
        </>
      }
    >
      {(attributes) => (
        <textarea
          {...attributes}
          class="input"
          rows={3}
          value={form.draft.description}
          onInput={(event) => {
            form.change({ description: event.currentTarget.value })
          }}
        />
      )}
    </Field>
  )
}

function ChannelField({ form, teamId, mine }: FieldsProps): JSX.Element {
  const fault = faultOf(form, 'channel')
  return (
    <div class="field">
      <span class="label" id="channel-label">
        Channel
      </span>
      <ChannelPicker
        attributes={controlAttributes('channel', fault, fault === null)}
        chosen={form.draft.channel}
        teamId={teamId}
        onChoose={(channel) => {
          form.change({ channel })
        }}
      />
      <FaultText id="channel" text={fault} />
      {fault === null && (
        <p class="hint" id="channel-hint">
          Messages go here unless the payload names another channel.
        </p>
      )}
      <Mine mine={mine('channel')} />
    </div>
  )
}

function LockField({ form, mine }: FieldsProps): JSX.Element {
  return (
    <div class="field">
      <div class="choice">
        <input
          type="checkbox"
          id="locked"
          aria-describedby="locked-hint"
          checked={form.draft.locked}
          onChange={(event) => {
            form.change({ locked: event.currentTarget.checked })
          }}
        />
        <label class="choice__text" for="locked">
          Lock to this channel
        </label>
        <span class="choice__hint" id="locked-hint">
          Payloads cannot name another channel or person. Best when the URL is used by somebody
          else's program.
        </span>
      </div>
      <Mine mine={mine('locked')} />
    </div>
  )
}
