import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** A package that is not installed here, unless `NODE_PATH` names a folder that has it. */
export function load(name: string): unknown {
  return require(name) as unknown
}

/** The version of a package. */
export function versionOf(name: string): string {
  const { version } = load(`${name}/package.json`) as { readonly version: string }
  return version
}
