import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The build's output folder for the pages. */
export const ASSETS_FOLDER = fileURLToPath(new URL('assets', import.meta.url))

/** The names of the built files. */
export interface Assets {
  readonly script: string
  readonly style: string
  /** The script that runs before the first paint. */
  readonly theme: string
}

/** The files of the last build. Throws if there was none. */
export function findAssets(): Assets {
  const names = readdirSync(ASSETS_FOLDER)
  return {
    script: find(names, /^console\.\w+\.js$/),
    style: find(names, /^console\.\w+\.css$/),
    theme: find(names, /^theme\.\w+\.js$/),
  }
}

function find(names: readonly string[], pattern: RegExp): string {
  const name = names.find((each) => pattern.test(each))
  if (name === undefined) throw new Error(`${ASSETS_FOLDER} is incomplete: build the console first`)
  return name
}
