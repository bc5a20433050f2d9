import { spawn } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../../support/root.js'
import { Connection, postRequest } from '../load/connection.js'
import { Bars } from '../../support/figures.js'
import { postSome, readChannel, run, type Site, withSite } from './posting.js'

/** A user without rights, on any Linux. */
const NOBODY = 65_534

/** Starts that must fail, at once and with a reason; stops and restarts that must not lose anything. */
export async function startAndStop(): Promise<0 | 1> {
  const bars = new Bars()
  const parent = await mkdtemp(join(tmpdir(), 'starts-'))
  try {
    await chmod(parent, 0o755)
    await readOnly(bars, join(parent, 'read-only'))
    await notAllowed(bars, join(parent, 'not-allowed'))
    await missing(bars, join(parent, 'a', 'b', 'c'))
    await twoOwners(bars, parent)
    await deleted(bars)
    await stopUnderLoad(bars)
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
  return bars.end()
}

interface Ended {
  readonly code: number
  readonly seconds: number
  readonly output: string
}

/** Starts the host where it cannot run, and waits for its end, 10 s at most. */
function failingStart(dataDir: string, uid?: number): Promise<Ended> {
  const began = performance.now()
  const server = join(ROOT, 'dist/example-host/server.js')
  const child = spawn(process.execPath, [server], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: '19999',
      SITE_URL: 'http://localhost',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve({ code: code ?? 0, seconds: (performance.now() - began) / 1000, output })
    })
  })
}

function judgeEnd(
  bars: Bars,
  name: string,
  { code, seconds, output }: Ended,
  reason: RegExp,
): void {
  bars.note(`${name}, told`, JSON.stringify(output.trim().split('\n').at(-1)))
  bars.atLeast(`${name}: exit code`, code, 1)
  // In a fifth of a second on a machine with nothing else to do; what hangs is killed, and has no exit code.
  bars.note(`${name}: ended after`, `${seconds.toFixed(1)} s`)
  bars.atLeast(
    `${name}: says why, without a stack`,
    reason.test(output) && !/^ +at /m.test(output) ? 1 : 0,
    1,
  )
}

async function readOnly(bars: Bars, directory: string): Promise<void> {
  await mkdir(directory)
  await run('mount', '--bind', directory, directory)
  try {
    await run('mount', '-o', 'remount,ro,bind', directory)
    judgeEnd(bars, 'read-only directory', await failingStart(directory), /EROFS.*DATA_DIR/)
  } finally {
    await run('umount', directory)
  }
}

async function notAllowed(bars: Bars, directory: string): Promise<void> {
  await mkdir(directory, { mode: 0o000 })
  await chown(directory, 0, 0)
  judgeEnd(bars, "somebody else's directory", await failingStart(directory, NOBODY), /DATA_DIR/)
}

async function missing(bars: Bars, directory: string): Promise<void> {
  await withSite({ dataDir: directory }, async (site) => {
    const posted = await postSome(site.url, 10, 'made')
    bars.atLeast('missing directories are made: accepted of 10', posted.acknowledged.length, 10)
  })
}

async function twoOwners(bars: Bars, parent: string): Promise<void> {
  const first = join(parent, 'owned')
  const second = join(parent, 'another-path')
  await mkdir(first)
  await symlink(first, second)
  await withSite({ dataDir: first }, async (site) => {
    const named = new RegExp(`in use by process ${String(site.host.child.pid)}`)
    for (const path of [first, second]) {
      const name = path === first ? 'a second owner' : 'a second owner by another path'
      judgeEnd(bars, name, await failingStart(path), named)
    }
    const posted = await postSome(site.url, 50, 'owned')
    const again = await site.restart()
    bars.atMost(
      'restart at once after kill -9, ready after',
      again.host.startedInMs / 1000,
      3,
      ' s',
    )
    bars.atMost('lost', await lostOf(again, posted.acknowledged), 0)
  })
}

async function deleted(bars: Bars): Promise<void> {
  await withSite({}, async (site) => {
    await postSome(site.url, 10, 'before')
    await rm(site.host.dataDir, { recursive: true })
    const after = await postSome(site.url, 10, 'after')
    bars.atMost('directory deleted while running: acknowledged', after.acknowledged.length, 0)
    const { child } = site.host
    for (let waits = 0; child.exitCode === null && waits < 100; waits++) await sleep(100)
    bars.atLeast('directory deleted while running: ends with a code', child.exitCode ?? 0, 1)
  })
}

async function stopUnderLoad(bars: Bars): Promise<void> {
  for (let round = 1; round <= 5; round++) {
    await withSite({}, async (site) => {
      const sending = postUntilClosed(site)
      await sleep(500 + 100 * round)
      const began = performance.now()
      const code = await site.host.stop()
      const seconds = (performance.now() - began) / 1000
      const { acknowledged, cutOff } = await sending
      const name = `SIGTERM under load, round ${round}`
      bars.note(`${name}: acknowledged`, String(acknowledged.length))
      bars.atMost(`${name}: exit code`, code ?? -1, 0)
      bars.atMost(`${name}: ended after`, seconds, 10, ' s')
      bars.atMost(`${name}: requests cut off, of 20 connections`, cutOff, 0)
      bars.atMost(`${name}: lost`, await lostOf(await site.restart(), acknowledged), 0)
    })
  }
}

/** On 20 connections one request after another, until the host closes them. */
async function postUntilClosed({
  host,
  hookPath,
}: Site): Promise<{ acknowledged: string[]; cutOff: number }> {
  const acknowledged: string[] = []
  let cutOff = 0
  let number = 0
  const client = (): Promise<void> =>
    new Promise((resolve) => {
      let text = ''
      const next = (connection: Connection): void => {
        text = `stopped ${number++}`
        connection.send(postRequest(hookPath, JSON.stringify({ text })), 0)
      }
      const connection = new Connection(host.port, {
        onAnswer: (from, { status }) => {
          if (status === 200) acknowledged.push(text)
          if (from.usable) next(from)
        },
        onClose: (_from, midway) => {
          if (midway) cutOff += 1
          resolve()
        },
      })
      next(connection)
    })
  await Promise.all(Array.from({ length: 20 }, client))
  return { acknowledged, cutOff }
}

async function lostOf(site: Site, acknowledged: readonly string[]): Promise<number> {
  const found = await readChannel(site.host, site.channelId)
  const there = new Set(found.map(({ message }) => message.trim()))
  return acknowledged.filter((text) => !there.has(text.trim())).length
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await startAndStop())
