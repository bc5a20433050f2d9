import type { JSX } from 'preact'
import type { CallerName, FormGroup } from '../../../../lib/model/webhook-fields.js'
import { useSession } from '../../state/session.js'
import { ChoiceControl, FlagControl, NamesControl, TextControl } from './controls.js'
import { FIELDS, namesIn } from './draft.js'
import type { FieldsProps } from './fields-props.js'
import { FormatControl } from './format-control.js'
import { RateControl } from './rate-control.js'
import { TimeControl } from './time-control.js'

type GroupProps = Pick<FieldsProps, 'form' | 'mine'>

/** Those fields of a group that the settings allow. */
export function FieldGroup(props: GroupProps & { readonly group: FormGroup }): JSX.Element {
  const { settings } = useSession()
  const names = namesIn(props.group).filter((name) => {
    const { allowedBy } = FIELDS[name]
    return allowedBy === undefined || settings[allowedBy]
  })
  return (
    <>
      {names.map((name) => (
        <Control key={name} name={name} form={props.form} mine={props.mine} />
      ))}
    </>
  )
}

function Control({ name, form, mine }: GroupProps & { readonly name: CallerName }): JSX.Element {
  const field = FIELDS[name]
  const shared = { name, form, mine: mine(name) }
  switch (field.kind) {
    case 'text':
      if (name === 'format') return <FormatControl field={field} {...shared} />
      return <TextControl field={field} {...shared} />
    case 'names':
      return <NamesControl field={field} {...shared} />
    case 'flag':
      return <FlagControl field={field} {...shared} />
    case 'choice':
      return <ChoiceControl field={field} {...shared} />
    case 'time':
      return <TimeControl field={field} {...shared} />
    case 'rate':
      return <RateControl field={field} {...shared} />
  }
}
