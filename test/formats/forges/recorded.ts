import { allFormats } from '../../../lib/formats/all.js'
import type { Format } from '../../../lib/formats/format.js'
import { formatFixtures } from '../../support/format-requests.js'

const FORGES = ['github', 'gitlab', 'gitea', 'bitbucket', 'azuredevops']

export interface Recorded {
  readonly name: string
  readonly format: Format
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Requests of forges whose body is JSON. */
export function recordedEvents(): readonly Recorded[] {
  return formatFixtures().flatMap(({ name, format: forge, body, contentType, headers }) => {
    const format = allFormats.find((each) => each.name === forge)
    if (!format || !FORGES.includes(forge) || contentType?.includes('json') !== true) return []
    const value: unknown = JSON.parse(body)
    const lower = Object.entries(headers).map(([key, each]) => [key.toLowerCase(), each] as const)
    return [{ name, format, body: value, headers: Object.fromEntries(lower) }]
  })
}
