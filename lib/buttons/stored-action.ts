import { isJsonList, isJsonObject } from '../model/json.js'
import type { JsonValue, HookPost, HookProps } from '../model/records.js'

/** A button or a menu as a stored post holds it. */
export interface StoredAction {
  readonly type: 'button' | 'select'
  readonly dataSource: string
  /** The values of a menu; empty if it has a data source. */
  readonly options: readonly string[]
  readonly disabled: boolean
  readonly integration: { readonly url: string; readonly context: HookProps } | null
}

/** The button with this id in the post, or null. Nothing else that a browser sends is trusted. */
export function findAction(post: HookPost, id: string): StoredAction | null {
  for (const attachment of listOf(post.props['attachments'])) {
    const found = isJsonObject(attachment)
      ? listOf(attachment['actions']).find((action) => isJsonObject(action) && action['id'] === id)
      : undefined
    if (isJsonObject(found)) return read(found)
  }
  return null
}

function read(action: Readonly<Record<string, JsonValue>>): StoredAction {
  const { integration, options } = action
  const context = isJsonObject(integration) ? integration['context'] : undefined
  const url = isJsonObject(integration) ? textOf(integration['url']) : ''
  return {
    type: action['type'] === 'select' ? 'select' : 'button',
    dataSource: textOf(action['data_source']),
    options: listOf(options).map((option) => (isJsonObject(option) ? textOf(option['value']) : '')),
    disabled: action['disabled'] === true,
    integration: url === '' ? null : { url, context: isJsonObject(context) ? context : {} },
  }
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonList(value) ? value : []
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
