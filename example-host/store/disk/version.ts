/**
 * The format of all files of the store.
 * 2: segments are also bounded by bytes; a record of the journal holds all commits of one write.
 * 3: a deleted post stays as a row without content, which older programs would show as an empty post.
 * 4: incidents that programs report about have a table, which older programs would drop.
 * 5: each post of a segment follows its index, which older programs would take for a post.
 */
export const FORMAT_VERSION = 5
/** The first format whose segments have indexes. */
export const INDEXED_SINCE = 5

/** The version, if this program can read it. */
export function refuseNewer(version: unknown, path: string): number {
  if (typeof version === 'number' && version <= FORMAT_VERSION) return version
  throw new Error(
    `${path}: format version ${String(version)} is newer than the version this program supports ` +
      `(${FORMAT_VERSION}). Start the newer version of the program. Nothing was changed.`,
  )
}
