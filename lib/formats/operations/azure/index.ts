import { valueOf } from '../../body-value.js'
import type { Format } from '../../format.js'
import { at, textAt } from '../../json-members.js'
import { isObject } from '../../../model/json.js'
import { isClassic, readClassic } from './classic.js'
import { readCommon } from './alert.js'

/** Alerts of Azure Monitor: the common schema, and those before it. */
export const azure: Format = {
  name: 'azure',
  title: 'Azure Monitor',
  isMonitoring: true,
  detect: ({ body }) => {
    if (body.kind !== 'json') return null
    const isNamed = isSchema(textAt(body.value, 'schemaId')) && isObject(at(body.value, 'data'))
    return isNamed || isClassic(body.value) ? 'body' : null
  },
  read: ({ body }) => {
    const value = valueOf(body)
    if (isObject(at(value, 'data', 'essentials'))) return readCommon(at(value, 'data'))
    if (isObject(at(value, 'data'))) return readClassic(at(value, 'data'))
    if (isClassic(value)) return readClassic(value)
    return { kind: 'refuse', path: 'data', reason: 'is missing' }
  },
}

const SCHEMAS = ['azuremonitor', 'microsoft.insights/']

function isSchema(id: string): boolean {
  const lower = id.slice(0, 64).toLowerCase()
  return SCHEMAS.some((start) => lower.startsWith(start))
}
