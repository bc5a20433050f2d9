import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allFormats } from '../../../lib/formats/all.js'
import type { Format } from '../../../lib/formats/format.js'
import { formatFixtures } from '../../support/format-requests.js'
import { ROOT } from '../../support/root.js'

const HOSTS = ['github', 'gitlab', 'gitea', 'bitbucket', 'azuredevops']

export interface Recorded {
  readonly name: string
  readonly format: Format
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Requests of hosts of code whose body is JSON. */
export function recordedEvents(): readonly Recorded[] {
  return formatFixtures().flatMap(({ name, format: host, body, contentType, headers }) => {
    const format = allFormats.find((each) => each.name === host)
    if (!format || !HOSTS.includes(host) || contentType?.includes('json') !== true) return []
    const value: unknown = JSON.parse(body)
    const lower = Object.entries(headers).map(([key, each]) => [key.toLowerCase(), each] as const)
    return [{ name, format, body: value, headers: Object.fromEntries(lower) }]
  })
}

const EXAMPLES = join(ROOT, 'node_modules/@octokit/webhooks-examples/api.github.com/index.json')

/** An event with the bodies that GitHub gives as examples. */
export interface Examples {
  readonly name: string
  readonly examples: readonly unknown[]
}

export function githubExamples(): readonly Examples[] {
  return JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Examples[]
}
