import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/root.js'

const FOLDER = join(ROOT, 'test/blackbox/seen')
/** Set to write the files anew; the changes are to be read. */
const REWRITE = process.env['REWRITE_SEEN'] === '1'

/** What readers see of each sender, as a person has read and approved it. */
export function approvedFiles(): readonly string[] {
  return readdirSync(FOLDER)
}

/** Empty if a reader sees what was approved. */
export function approvalFaults(
  sender: string,
  seen: string,
): readonly { readonly seen: string; readonly approved: string }[] {
  const file = join(FOLDER, `${sender}.md`)
  if (REWRITE) {
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(file, seen)
  }
  const approved = existsSync(file)
    ? readFileSync(file, 'utf8')
    : 'nothing yet: REWRITE_SEEN=1 writes it'
  return approved === seen ? [] : [{ seen, approved }]
}
