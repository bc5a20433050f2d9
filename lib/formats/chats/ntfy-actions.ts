import { jsonIn } from '../json-members.js'
import { isObject, type JsonMembers, MOST_ELEMENTS } from '../kit.js'

const IN_ORDER = ['action', 'label', 'url']
const ACTION = /(?:"[^"]{0,1000}"|'[^']{0,1000}'|[^;])+/g
const PART = /(?:"[^"]{0,1000}"|'[^']{0,1000}'|[^,])+/g
const NAMED =
  /^(action|label|url|clear|method|body|value|intent|(?:headers|extras)\.[\w-]+)\s*=(.*)$/s

/**
 * The buttons of a notification: a list, or a text that holds one, or has their parts between commas:
 * `view, Open, https://a.test; action=http, label="Close it", url=https://b.test`.
 */
export function actionsIn(sent: unknown): readonly JsonMembers[] {
  const list: unknown = typeof sent === 'string' ? (jsonIn(sent) ?? shortActions(sent)) : sent
  return Array.isArray(list) ? list.slice(0, MOST_ELEMENTS).filter(isObject) : []
}

function shortActions(text: string): readonly JsonMembers[] {
  return (text.match(ACTION) ?? [])
    .filter((action) => action.trim() !== '')
    .map((action) =>
      Object.fromEntries(
        (action.match(PART) ?? []).map((part, at) => {
          const [, name = IN_ORDER[at] ?? '', value = part] = NAMED.exec(part.trim()) ?? []
          return [name, value.trim().replace(/^(["'])(.*)\1$/s, '$2')]
        }),
      ),
    )
}
