import { Button, Notice } from 'express-incoming-webhooks-ui'
import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { FormGroup } from '../../../../lib/model/webhook-fields.js'
import { config } from '../../config.js'
import { Fold } from '../../parts/card.js'
import { Field } from '../../parts/field.js'
import { Person } from '../../parts/looks.js'
import { ChannelIcon, channelsOf, PersonField, Picker } from '../../parts/picker.js'
import { hookPath, Link } from '../../state/route.js'
import { integrationsTitle, useSession } from '../../state/session.js'
import { useQuestion, useWebhook } from '../loaded.js'
import { Control } from './controls.js'
import { changedNames, EMPTY_DRAFT, FIELDS, namesIn } from './draft.js'
import { faultOf, type FormState } from './form-state.js'

/** Properties of every group of fields. */
interface FieldsProps {
  readonly form: FormState
}

/** Those fields of a group that the settings allow. */
function Group({ form, group }: FieldsProps & { readonly group: FormGroup }) {
  const { settings } = useSession()
  const names = namesIn(group).filter((name) => {
    const { allowedBy } = FIELDS[name]
    return allowedBy === undefined || settings[allowedBy]
  })
  return (
    <>
      {names.map((name) => (
        <Control key={name} name={name} form={form} />
      ))}
    </>
  )
}

export function BasicFields(props: FieldsProps) {
  return (
    <>
      <Group {...props} group="description" />
      <ChannelField {...props} />
      <Group {...props} group="posting" />
    </>
  )
}

interface AppearanceFieldsProps extends FieldsProps {
  /** What is around the fields. */
  readonly frame?: (fields: JSX.Element) => JSX.Element
}

/** What messages have as their picture, in words. */
const PICTURES = {
  owner: 'with your picture',
  webhook: 'with the initials of this webhook',
}

/** Name and picture if overriding them is allowed, and otherwise how messages look. */
export function AppearanceFields({ frame, ...props }: AppearanceFieldsProps) {
  const session = useSession()
  const { enablePostUsernameOverride: names, enablePostIconOverride: pictures } = session.settings
  const fields = (
    <div class="two">
      <Group {...props} group="appearance" />
    </div>
  )
  const others = names ? 'pictures' : pictures ? 'names' : 'names and pictures'
  return (
    <>
      {(names || pictures) && (frame?.(fields) ?? fields)}
      {!(names && pictures) && (
        <Notice>
          <p>
            Messages will appear{' '}
            {!names && (
              <>
                as <b>webhook</b>
              </>
            )}
            {!names && !pictures && ' '}
            {!pictures && PICTURES[config.initialsOf]}.{' '}
            {session.me.admin ? (
              <>
                Allow other {others} in{' '}
                <Link to="console/integrations">{integrationsTitle(session)}</Link>.
              </>
            ) : (
              `An administrator can allow other ${others}.`
            )}
          </p>
        </Notice>
      )}
    </>
  )
}

interface FoldedGroupProps extends FieldsProps {
  readonly title: string
  readonly group: FormGroup
  readonly isOpen: boolean
  /** Below the fields of the group. */
  readonly children?: ComponentChildren
}

/** Fields that most webhooks do not need. They are shown if one is wrong. */
function FoldedGroup({ title, group, isOpen, children, ...props }: FoldedGroupProps) {
  const isWrong = namesIn(group).some((name) =>
    props.form.faults.some(({ field }) => field.split('.')[0] === FIELDS[name].wire),
  )
  return (
    <Fold title={title} open={isWrong || isOpen}>
      <Group {...props} group={group} />
      {children}
    </Fold>
  )
}

/** What the webhook does with the formats of other programs, and what only administrators may set. */
export function FoldedFields(props: FieldsProps) {
  const { form } = props
  const { before } = form
  const { me } = useSession()
  // Only at first: it must not close under the hands of those who empty a field.
  const [changed] = useState(() => changedNames(EMPTY_DRAFT, form.draft))
  const isSet = namesIn('formats').some((name) => changed.has(name))
  return (
    <>
      <FoldedGroup {...props} title="Formats of other programs" group="formats" isOpen={isSet}>
        {before && (
          <Link to={hookPath(before.id, '/workbench')}>See what they show in the workbench</Link>
        )}
      </FoldedGroup>
      <FoldedGroup {...props} title="Rules" group="rules" isOpen={changed.has('rules')} />
      {me.admin && (
        <FoldedGroup
          {...props}
          title="For administrators"
          group="administrators"
          isOpen={faultOf(form, 'user_id') !== null}
        >
          {before === null ? <NewOwner form={form} /> : <Owner />}
        </FoldedGroup>
      )}
    </>
  )
}

function Owner() {
  const { owner, userId } = useWebhook().webhook
  const [, ask] = useQuestion()
  return (
    <Field id="user_id" label="Owner" named="group" hint={IN_WHOSE_NAME}>
      {() => (
        <div class="btns">
          <Person name={owner || userId} />
          <Button small onPress={() => ask('owner')}>
            Hand over
          </Button>
        </div>
      )}
    </Field>
  )
}

const IN_WHOSE_NAME = 'Messages are posted in this person’s name.'

/** Nobody is the user. */
function NewOwner({ form }: { form: FormState }) {
  const { me } = useSession()
  return (
    <PersonField
      id="user_id"
      label="Owner"
      optional
      fault={faultOf(form, 'user_id')}
      hint={IN_WHOSE_NAME}
      nobody={{ id: '', username: me.username, name: 'Yourself' }}
      person={form.draft.owner}
      onPerson={(owner) => form.change({ owner })}
    />
  )
}

function ChannelField({ form }: FieldsProps) {
  const { channel } = form.draft
  const fault = faultOf(form, 'channel_id')
  return (
    <Picker
      id="channel_id"
      label="Channel"
      fault={fault}
      hint={fault === null && 'Messages go here unless the payload chooses another channel.'}
      mine={form.mine('channel')}
      // A webhook stays in its team.
      {...channelsOf(form.before?.teamId ?? '')}
      picture={<ChannelIcon isPrivate={channel?.isPrivate === true} />}
      value={channel?.name ?? 'Choose a channel'}
      chosenId={channel?.id ?? ''}
      onChoose={(chosen) => form.change({ channel: chosen })}
    />
  )
}
