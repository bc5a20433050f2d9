import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { releaseProblems } from './release-problems.js'

// Packs what a release publishes, after all tests. The workflow "Release" publishes the package.

interface Manifest {
  readonly name: string
  readonly version: string
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest

const problems = releaseProblems({
  version,
  branch: output('git', ['branch', '--show-current']),
  changes: output('git', ['status', '--short']),
  changelog: readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'),
  published: publishedVersions(),
})
if (problems.length > 0) {
  console.error(`${name} ${version} cannot be released:\n- ${problems.join('\n- ')}`)
  process.exit(1)
}

step('npm', ['ci'])
step('npm', ['run', 'clean'])
step('npm', ['test'])
// Without scripts: packed is what was tested, and not built again.
step('npm', ['pack', '--ignore-scripts', '--pack-destination', 'dist'])
console.log(`\nNothing was published. Run the workflow "Release" to publish ${name} ${version}.`)

function step(command: string, args: readonly string[]): void {
  console.log(`\n> ${command} ${args.join(' ')}`)
  execFileSync(command, args, { cwd: ROOT, stdio: 'inherit' })
}

function output(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { cwd: ROOT, encoding: 'utf8' }).trim()
}

/** None before the first release, when the registry does not know the name. */
function publishedVersions(): readonly string[] {
  const asked = spawnSync('npm', ['view', name, 'versions', '--json'], { encoding: 'utf8' })
  const answer: unknown = JSON.parse(asked.stdout || '[]')
  if (Array.isArray(answer)) return answer.map(String)
  if (typeof answer === 'string') return [answer]
  if (asked.stdout.includes('E404')) return []
  throw new Error(`the registry does not answer: ${asked.stderr}`)
}
