import { isProps } from '../model/json.js'
import type { HookPost, HookProps } from '../model/records.js'
import { ACKNOWLEDGE } from '../model/action-ids.js'
import { listOf, type Members, membersOf, textOf } from '../rules/shown-post.js'

/** A button or a menu as a stored post holds it. */
export interface StoredAction {
  readonly type: 'button' | 'select'
  readonly dataSource: string
  /** The values of a menu; empty if it has a data source. */
  readonly options: readonly string[]
  readonly disabled: boolean
  readonly integration: { readonly url: string; readonly context: HookProps } | null
  /** The incident that a press acknowledges; `''` for other buttons. */
  readonly incident: string
}

/** The button with this id in the post, or null. Nothing else that a browser sends is trusted. */
export function findAction({ props }: HookPost, id: string): StoredAction | null {
  const actions = listOf(props, 'attachments').flatMap((each) => listOf(each, 'actions'))
  const found = actions.find((action) => textOf(action, 'id') === id)
  return found ? read(found) : null
}

function read(action: Members): StoredAction {
  const integration = membersOf(action['integration'])
  const { context } = integration
  const url = textOf(integration, 'url')
  return {
    type: action['type'] === 'select' ? 'select' : 'button',
    dataSource: textOf(action, 'data_source'),
    options: listOf(action, 'options').map((option) => textOf(option, 'value')),
    disabled: action['disabled'] === true,
    integration: url === '' ? null : { url, context: isProps(context) ? context : {} },
    incident: textOf(action, 'id') === ACKNOWLEDGE ? textOf(integration, 'incident') : '',
  }
}
