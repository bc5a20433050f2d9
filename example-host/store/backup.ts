import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { HookLog } from 'express-incoming-webhooks'
import { copyStore } from './disk/copy.js'
import { DIRECTORY_MODE, nodeFileSystem, syncDirectory } from './disk/fs.js'
import { pathOfStore, readStore } from './read-store.js'

/** A snapshot comes after 10 MiB of changes, so that one try usually suffices. */
const TRIES = 5

/**
 * Copies the store in `from` to the new directory `to`, which then can be opened in its place. Another
 * process may have it open: everything that it acknowledged before is in the copy. The copy has been
 * read when this returns; if something fails, there is none.
 */
export async function backUpStore(from: string, to: string, log: HookLog) {
  const source = await pathOfStore(from)
  const target = resolve(to)
  const unfinished = `${target}.unfinished`
  await keepApart(source, target)
  if (existsSync(target)) throw new Error(`${target} exists; name a new directory`)
  await mkdir(dirname(target), { recursive: true, mode: DIRECTORY_MODE })
  await mkdir(unfinished, { mode: DIRECTORY_MODE })
  try {
    await copyWhole(source, unfinished)
    const backedUp = await contentOf(unfinished, log)
    await rename(unfinished, target)
    await syncDirectory(nodeFileSystem, dirname(target))
    return backedUp
  } catch (error) {
    await rm(unfinished, { recursive: true })
    throw error
  }
}

/** Throws if one directory is in the other: what takes the store would take its backup too. */
async function keepApart(source: string, target: string) {
  const real = await realPathOf(target)
  if (holds(source, real) || holds(real, source)) {
    throw new Error(`${target} is not apart from the store in ${source}; name another directory`)
  }
}

/** The path without symbolic links. Its end need not exist. */
async function realPathOf(path: string): Promise<string> {
  if (existsSync(path)) return nodeFileSystem.realpath(path)
  return join(await realPathOf(dirname(path)), basename(path))
}

/** Whether `path` is the directory, or something in it. */
function holds(directory: string, path: string) {
  return relative(directory, path).split(sep)[0] !== '..'
}

async function copyWhole(from: string, to: string) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await copyStore(nodeFileSystem, from, to)) return
    for (const name of await readdir(to)) await rm(join(to, name), { recursive: true })
  }
  throw new Error(`${from} changes faster than it can be copied`)
}

/** How much a backup holds. */
async function contentOf(directory: string, log: HookLog) {
  const { model, close } = await readStore(directory, log)
  const { tables, timeline } = model
  await close()
  return {
    users: tables.users.size,
    channels: tables.channels.size,
    webhooks: tables.webhooks.size,
    posts: timeline.count(),
  }
}
