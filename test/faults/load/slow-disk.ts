// Loaded before the example host, which is watched: a disk on which each sync takes a tenth of a second.
// The processors of a small machine would else be used up before its disk is.
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import './watch.js'

const SYNC_MS = 100

const file = await open('/dev/null')
const handle = Object.getPrototypeOf(file) as Pick<typeof file, 'datasync'>
await file.close()
const { datasync } = handle
handle.datasync = async function (this: typeof file) {
  await sleep(SYNC_MS)
  return datasync.call(this)
}
