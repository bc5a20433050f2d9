import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { call } from '../../support/http-client.js'
import { Bars } from '../../support/figures.js'
import { postSome, readChannel, withSite } from './posting.js'

/** Where Debian and others put it. */
const LIBRARIES = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib64/faketime/libfaketime.so.1',
  '/usr/lib/faketime/libfaketime.so.1',
]

export function faketimeLibrary(): string | undefined {
  return LIBRARIES.find((path) => existsSync(path))
}

/** Sets the clock of a running host an hour back, then on again: nobody may notice. */
export async function stepClock(): Promise<0 | 1> {
  const library = faketimeLibrary()
  if (library === undefined) throw new Error('libfaketime is not installed')
  const bars = new Bars()
  const directory = await mkdtemp(join(tmpdir(), 'clock-'))
  const file = join(directory, 'offset')
  await writeFile(file, '+0\n')
  const env = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  try {
    await withSite({ env }, async (site) => {
      const accepted: number[] = []
      const signedIn: number[] = []
      const behind: number[] = []
      for (const offset of ['+0', '-1h', '-1h', '+0']) {
        await writeFile(file, `${offset}\n`)
        // As long as Node keeps the date that it puts into answers.
        await sleep(1_200)
        if (offset === '-1h') behind.push(await hoursBehind(site.host.url))
        const { acknowledged } = await postSome(site.url, 50, offset)
        accepted.push(acknowledged.length)
        // The token of before the step.
        signedIn.push(
          await site.host
            .api('GET', '/users/me')
            .then(() => 1)
            .catch(() => 0),
        )
      }
      const again = await site.restart({ env })
      const times = (await readChannel(again.host, site.channelId)).map((post) => post.create_at)
      const late = times.filter((time, i) => i > 0 && time <= (times[i - 1] ?? 0))
      bars.atLeast('hours that the clock of the host went back', Math.min(...behind), 0.99)
      bars.atLeast('accepted before, while and after, of 200', sum(accepted), 200)
      bars.atLeast('the token stays good, of 4 looks', sum(signedIn), 4)
      bars.note('signs in again after it', (await again.host.adminToken()) === '' ? 'no' : 'yes')
      bars.atMost('posts that are not later than the one before', late.length, 0)
      bars.atLeast('posts looked at', times.length, 200)
    })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
  return bars.end()
}

async function hoursBehind(url: string): Promise<number> {
  const { headers } = await call(`${url}/healthz`, { method: 'GET' })
  return (Date.now() - Date.parse(headers.date ?? '')) / 3_600_000
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await stepClock())
