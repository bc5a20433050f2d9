import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { firstMessage, firstSteps, liveMessage } from '../support/first-message.js'
import { ROOT } from '../support/root.js'

// What a newcomer does with the README alone, from an empty folder to a first message and then to one
// that a client of socket.io shows, and how long the machine takes for it. The packed package stands for the registry.
const WINDOWS = process.platform === 'win32'
const NAME = 'express-incoming-webhooks'

const root = await mkdtemp(join(tmpdir(), 'newcomer-'))
try {
  await npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', root)
  const [tarball = ''] = (await readdir(root)).filter((file) => file.endsWith('.tgz'))
  const folder = join(root, 'empty')
  await mkdir(folder)

  const began = performance.now()
  const { install, live } = firstSteps()
  const [, ...command] = install.trim().split(' ')
  await npm(folder, ...command.map((word) => (word === NAME ? join(root, tarball) : word)))
  const installed = performance.now()
  const { answer, shown } = await firstMessage(folder)
  const arrived = performance.now()
  await npm(folder, ...(live[0] ?? '').split(' ').slice(1))
  const seenLive = await liveMessage(folder, 'Hello')
  const ended = performance.now()

  const seconds = (from: number, to: number): string => `${((to - from) / 1000).toFixed(1)} s`
  console.log(`npm install: ${seconds(began, installed)}`)
  console.log(`start, post: ${seconds(installed, arrived)}`)
  console.log(`curl got ${answer}, and the server showed: ${shown}`)
  console.log(`from an empty folder to a message: ${seconds(began, arrived)}`)
  console.log(`to a live one, ${seenLive}: ${seconds(arrived, ended)}`)
} finally {
  await rm(root, { recursive: true, force: true })
}

async function npm(cwd: string, ...args: readonly string[]): Promise<void> {
  await promisify(execFile)('npm', [...args], { cwd, shell: WINDOWS })
}
