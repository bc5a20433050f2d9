import { join } from 'node:path'
import { readManifest } from '../support/packed.js'
import { ROOT } from '../support/root.js'

/** An entry of the package that has types. */
export interface Entry {
  /** Its name in files, such as `memory`; `index` for the package itself. */
  readonly name: string
  /** How users import it. */
  readonly specifier: string
  /** Its declarations for ES modules. */
  readonly types: string
}

export async function packageEntries(): Promise<readonly Entry[]> {
  const { name: own, exports } = await readManifest()
  return Object.entries(exports).flatMap(([path, target]) => {
    const conditions: unknown = Reflect.get(Object(target), 'import')
    const file: unknown = Reflect.get(Object(conditions), 'types')
    if (typeof file !== 'string') return []
    const name = path === '.' ? 'index' : path.replace('./', '')
    return [{ name, specifier: own + path.slice(1), types: join(ROOT, file) }]
  })
}
