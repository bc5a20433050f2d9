import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ROOT } from '../support/root.js'

export const SUITE = join(ROOT, 'test/blackbox/suite')
export const ORIGIN = join(ROOT, 'test/blackbox/ORIGIN.md')

/** The digest of each file of a copy of the checks, by its path. */
export async function digestsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((e) => join(e.parentPath, e.name))
  const digests = await Promise.all(
    files.map(async (file): Promise<[string, string]> => {
      const path = relative(folder, file).replaceAll('\\', '/')
      return [
        path,
        createHash('sha256')
          .update(await readFile(file))
          .digest('hex'),
      ]
    }),
  )
  return new Map(digests.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** One digest for all files and their paths. */
export function digestOfAll(digests: ReadonlyMap<string, string>): string {
  const lines = [...digests].map(([path, digest]) => `${digest}  ${path}\n`)
  return createHash('sha256').update(lines.join('')).digest('hex')
}

/** What another copy has that this one has not, or has otherwise; one line for each file. */
export function differences(
  ours: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = [...new Set([...ours.keys(), ...theirs.keys()])].sort()
  return paths.flatMap((path) => {
    const [mine, other] = [ours.get(path), theirs.get(path)]
    if (mine === other) return []
    if (mine === undefined) return [`new      ${path}`]
    return other === undefined ? [`gone     ${path}`] : [`changed  ${path}`]
  })
}
