import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Bars } from '../../support/figures.js'
import { type Posted, postSome, readChannel, run, type Site, withSite } from './posting.js'

/** Real disks, and a kernel that is told to fail: 503 and alive, or stopped for good; nothing is lost. */
export async function failDisks(): Promise<0 | 1> {
  const bars = new Bars()
  await fullDisk(bars)
  for (const error of ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS']) await refusedWrites(bars, error)
  await failedSync(bars)
  await failedRename(bars)
  await slowDisk(bars)
  await fewDescriptors(bars)
  return bars.end()
}

async function fullDisk(bars: Bars): Promise<void> {
  const mount = await mkdtemp(join(tmpdir(), 'full-disk-'))
  await run('mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', mount)
  try {
    await writeFile(join(mount, 'ballast'), Buffer.alloc(2 * 1024 * 1024))
    await withSite({ dataDir: join(mount, 'data') }, async (site) => {
      const full = await postSome(site.url, 400, 'full', { bytes: 15_000 })
      bars.note('full disk: accepted, refused', counts(full))
      bars.atLeast('full disk: refused with 503', full.refused.length, 1)
      bars.atMost('full disk: other answers, or none', full.unknown.length, 0)
      bars.atMost('full disk: 503 without Retry-After', full.withoutRetryAfter, 0)
      await unlink(join(mount, 'ballast'))
      const freed = await postSome(site.url, 20, 'freed')
      bars.atLeast('with room again: accepted of 20, no restart', freed.acknowledged.length, 20)
      await judge(bars, 'full disk', await site.restart(), [full, freed])
    })
  } finally {
    await run('umount', mount)
    await rm(mount, { recursive: true, force: true })
  }
}

/** Each fifth write of the journal fails. */
async function refusedWrites(bars: Bars, error: string): Promise<void> {
  const inject = `inject=pwrite64:error=${error}:when=8+5`
  await withSite({ wrap: tracer('pwrite64', inject) }, async (site) => {
    const posted = await postSome(site.url, 100, error)
    bars.note(`${error}: accepted, refused`, counts(posted))
    bars.atLeast(`${error}: refused with 503`, posted.refused.length, 1)
    bars.atMost(`${error}: other answers, or none`, posted.unknown.length, 0)
    await judge(bars, error, await site.restart(), [posted])
  })
}

async function failedSync(bars: Bars): Promise<void> {
  const inject = 'inject=fdatasync:error=EIO:when=30'
  await withSite({ wrap: tracer('fdatasync', inject) }, async (site) => {
    const posted = await postSome(site.url, 200, 'fdatasync')
    bars.note('fdatasync fails: accepted, refused or cut off', counts(posted))
    const { child } = site.host
    for (let waits = 0; child.exitCode === null && waits < 100; waits++) await sleep(100)
    bars.atLeast('fdatasync fails: the process ends with a code', child.exitCode ?? 0, 1)
    const told = /store has stopped: fdatasync failed/.test(site.host.output()) ? 1 : 0
    bars.atLeast('fdatasync fails: and says why', told, 1)
    await judge(bars, 'fdatasync fails', await site.restart(), [posted])
  })
}

async function failedRename(bars: Bars): Promise<void> {
  const inject = 'inject=rename:error=EIO:when=2+'
  // A secret that the host would make is put in place by a rename too.
  const env = { SECRET: 'a secret of at least 32 bytes, for this alone' }
  await withSite({ wrap: tracer('rename', inject), env }, async (site) => {
    const posted = await postSome(site.url, 50, 'rename')
    await site.host.stop()
    await judge(bars, 'no snapshot can be put in place', await site.restart({ env }), [posted])
  })
}

async function slowDisk(bars: Bars): Promise<void> {
  const inject = 'inject=fdatasync:delay_exit=200000:when=10+'
  await withSite({ wrap: tracer('fdatasync', inject) }, async (site) => {
    const posted = await postSome(site.url, 600, 'slow', { clients: 100 })
    bars.note('200 ms for each sync, 100 clients: accepted, refused', counts(posted))
    bars.atLeast('slow disk: accepted', posted.acknowledged.length, 100)
    bars.atMost('slow disk: other answers than 200 and 503', posted.unknown.length, 0)
    await judge(bars, 'slow disk', await site.restart(), [posted])
  })
}

async function fewDescriptors(bars: Bars): Promise<void> {
  await withSite({}, async (site) => {
    // Not before: loading the program itself takes more.
    await run('prlimit', '--pid', String(site.host.child.pid), '--nofile=64')
    const crowded = await postSome(site.url, 400, 'crowded', { clients: 200 })
    bars.note('64 descriptors, 200 clients: accepted', counts(crowded))
    await sleep(1000)
    const after = await postSome(site.url, 20, 'after')
    bars.atLeast('once they are gone: accepted of 20', after.acknowledged.length, 20)
    await judge(bars, '64 descriptors', await site.restart(), [crowded, after])
  })
}

function tracer(call: string, inject: string): string[] {
  return ['strace', '-D', '-f', '-qq', '-o', '/dev/null', '-e', `trace=${call}`, '-e', inject]
}

/** After a restart: what was accepted is there once, what was refused is not. */
async function judge(bars: Bars, name: string, site: Site, all: readonly Posted[]): Promise<void> {
  const found = (await readChannel(site.host, site.channelId)).map(({ message }) => message.trim())
  const there = new Set(found)
  const lost = all.flatMap((each) => each.acknowledged).filter((text) => !there.has(text.trim()))
  const kept = all.flatMap((each) => each.refused).filter((text) => there.has(text.trim()))
  bars.atMost(`${name}: accepted and lost`, lost.length, 0)
  bars.atMost(
    `${name}: refused and there, or there twice`,
    kept.length + found.length - there.size,
    0,
  )
}

function counts({ acknowledged, refused, unknown }: Posted): string {
  return `${acknowledged.length}, ${refused.length + unknown.length}`
}

if (argv[1] === fileURLToPath(import.meta.url)) exit(await failDisks())
