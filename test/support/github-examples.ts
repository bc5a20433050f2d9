import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.js'

const EXAMPLES = join(ROOT, 'node_modules/@octokit/webhooks-examples/api.github.com/index.json')

/** An event with the bodies that GitHub gives as examples. */
export interface Examples {
  readonly name: string
  readonly examples: readonly unknown[]
}

export function githubExamples(): readonly Examples[] {
  return JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Examples[]
}
