import { DEFAULTS, type Variable } from '../../../example-host/environment.js'
import { fieldNames } from '../../../lib/model/fields.js'
import { code, tableOf } from './markdown-table.js'
import { VARIABLE_TEXTS } from './variable-texts.js'

const VARIABLES: readonly Variable[] = fieldNames(DEFAULTS)

export function environmentVariables(): readonly string[] {
  return tableOf(
    ['variable', 'default', 'meaning'],
    VARIABLES.map((name) => {
      const value = DEFAULTS[name]
      const texts = VARIABLE_TEXTS[name]
      const unset = 'unset' in texts ? texts.unset : ''
      return [code(name), value === null ? unset : code(value), texts.meaning]
    }),
  )
}
