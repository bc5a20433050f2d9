import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ExampleHost, startExampleHost } from '../support/example-host.js'
import { makeHookChannel } from '../support/hook-channel.js'
import { ROOT } from '../support/root.js'

// Tests the example host against its own OpenAPI document with schemathesis, a program in Python. The
// program is installed into a folder of its own, the first time.

const VERSION = '4.32.5'
const FOLDER = join(tmpdir(), `express-incoming-webhooks-schemathesis-${VERSION}`)
const CONFIG = join(ROOT, 'test/openapi/schemathesis.toml')

const ENDS_SESSIONS = ['setActive', 'setPassword']

/** Without the phase that follows links, for operations that none leads to: it is an error without any. */
const UNLINKED = ['--phases', 'examples,coverage,fuzzing']

/** Each on a host of its own, because what one changes would be in the way of others. */
const PARTS: readonly { readonly name: string; readonly select: readonly string[] }[] = [
  { name: 'sending', select: ['--include-tag', 'Sending'] },
  {
    name: 'management',
    // Settings are a part of their own: they can turn webhooks off. Signing out ends the session.
    select: [
      ...['Management', 'Message buttons', 'Sign-in'].flatMap((tag) => ['--include-tag', tag]),
      ...['updateSettings', 'signOut'].flatMap((id) => ['--exclude-operation-id', id]),
    ],
  },
  { name: 'settings', select: [...UNLINKED, '--include-operation-id', 'updateSettings'] },
  { name: 'signing out', select: [...UNLINKED, '--include-operation-id', 'signOut'] },
  {
    name: 'the chat',
    // A new password and a deactivation end the session, too.
    select: [
      ...['Users', 'Teams', 'Channels', 'Posts', 'Roles, emoji and audit', 'System'].flatMap(
        (tag) => ['--include-tag', tag],
      ),
      ...ENDS_SESSIONS.flatMap((id) => ['--exclude-operation-id', id]),
    ],
  },
  {
    name: 'accounts',
    select: [...UNLINKED, ...ENDS_SESSIONS.flatMap((id) => ['--include-operation-id', id])],
  },
]

const program = findProgram()
if (program === null) {
  console.log('schemathesis: skipped, because there is no python3 with venv')
} else {
  const wanted = process.argv.slice(2)
  let failed = 0
  for (const { name, select } of PARTS) {
    if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue
    console.log(`\n# ${name}`)
    if (!(await passes(program, select))) failed += 1
  }
  if (failed > 0) process.exitCode = 1
}

async function passes(program: string, select: readonly string[]): Promise<boolean> {
  const host = await startExampleHost({ env: { HOOK_RATE: 'off', SIGN_IN_RATE: 'off' } })
  try {
    const args = ['--config-file', CONFIG, 'run', `${host.url}/api/v4/openapi.json`]
    const authorization = ['-H', `Authorization: Bearer ${await host.adminToken()}`]
    const child = spawn(program, [...args, ...authorization, '--no-color', ...select], {
      stdio: 'inherit',
      env: { ...process.env, ...(await known(host)) },
    })
    await once(child, 'exit')
    return child.exitCode === 0
  } finally {
    await host.stop()
  }
}

/** Ids and a key that requests find something with, by the names that the configuration has. */
async function known(host: ExampleHost): Promise<Record<string, string>> {
  const { channelId, hookPath } = await makeHookChannel(host, 'alerts')
  const teamId = idOf(await host.api('GET', '/teams/name/main'))
  const webhookId = idOf(await host.api('GET', '/hooks/incoming'))
  return {
    TEAM_ID: teamId,
    CHANNEL_ID: channelId,
    HOOK_ID: webhookId,
    HOOK_KEY: hookPath.split('/').at(-1) ?? '',
  }
}

/** That of an object, or of the first one of a list. */
function idOf(value: unknown): string {
  const from: unknown = Array.isArray(value) ? value[0] : value
  const found: unknown = from instanceof Object ? Reflect.get(from, 'id') : undefined
  if (typeof found !== 'string') throw new Error('an answer has no id')
  return found
}

/** Null: it is not there, and cannot be installed. */
function findProgram(): string | null {
  if (run('schemathesis', ['--version'])) return 'schemathesis'
  const installed = join(FOLDER, 'bin/schemathesis')
  if (existsSync(installed)) return installed
  if (!run('python3', ['-m', 'venv', FOLDER])) return null
  const isInstalled = run(join(FOLDER, 'bin/pip'), ['install', '-q', `schemathesis==${VERSION}`])
  if (!isInstalled) throw new Error(`could not install schemathesis ${VERSION} into ${FOLDER}`)
  return installed
}

function run(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}
