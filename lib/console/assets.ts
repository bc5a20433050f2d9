import { BUILT_FILES } from './built-files.cjs'

/** The names of the files that the pages load. */
export interface Assets {
  readonly script: string
  readonly style: string
  /** The script that runs before the first paint. */
  readonly theme: string
  /** What only some pages load: the settings of programs, and the names of emoji. */
  readonly programs: string
  readonly emoji: string
}

export function findAssets(): Assets {
  return {
    script: find(/^console\.\w+\.js$/),
    style: find(/^console\.\w+\.css$/),
    theme: find(/^theme\.\w+\.js$/),
    programs: find(/^programs\.\w+\.json$/),
    emoji: find(/^emoji\.\w+\.json$/),
  }
}

/** The content of a file that the pages load; null for any other name. */
export function readAsset(name: string): string | null {
  return Object.hasOwn(BUILT_FILES, name) ? (BUILT_FILES[name] ?? null) : null
}

function find(pattern: RegExp): string {
  const name = Object.keys(BUILT_FILES).find((each) => pattern.test(each))
  if (name === undefined) throw new Error(`the console was built without ${String(pattern)}`)
  return name
}
