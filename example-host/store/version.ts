/** The format of all files of the store. */
export const FORMAT_VERSION = 1

export function refuseNewer(version: unknown, path: string): void {
  if (typeof version === 'number' && version <= FORMAT_VERSION) return
  throw new Error(
    `${path}: format version ${String(version)} is newer than this program, which knows ` +
      `${FORMAT_VERSION}. Start the newer program; nothing was changed.`,
  )
}
