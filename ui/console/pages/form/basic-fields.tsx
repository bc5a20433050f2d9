import type { JSX } from 'preact'
import { ChannelPicker } from '../../parts/channel-picker.js'
import { controlAttributes, FaultText, Mine } from '../../parts/field.js'
import { FieldGroup } from './field-group.js'
import type { FieldsProps } from './fields-props.js'
import { faultOf } from './form-state.js'

export function BasicFields(props: FieldsProps): JSX.Element {
  return (
    <>
      <FieldGroup {...props} group="description" />
      <ChannelField {...props} />
      <FieldGroup {...props} group="posting" />
    </>
  )
}

function ChannelField({ form, teamId, mine }: FieldsProps): JSX.Element {
  const fault = faultOf(form, 'channel_id')
  return (
    <div class="field">
      <span class="label">Channel</span>
      <ChannelPicker
        attributes={controlAttributes('channel_id', fault, fault === null)}
        chosen={form.draft.channel}
        teamId={teamId}
        onChoose={(channel) => form.change({ channel })}
      />
      <FaultText id="channel_id" text={fault} />
      {fault === null && (
        <p class="hint" id="channel_id-hint">
          Messages go here unless the payload chooses another channel.
        </p>
      )}
      <Mine mine={mine('channel')} />
    </div>
  )
}
