import { basename, join } from 'node:path'
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild'

// Makes two files of the many small ones into which esbuild splits what entries share: to find and read
// 33 of them takes Node a quarter of the time of the import (`npm run bench:import`).

const MAIN = 'index.js'
/** Runs in browsers too: what it needs stays by itself. */
const FOR_BROWSERS = 'render.js'
/** Each file has what the main entry and one of these need, unless it is in a file above. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'base.js': ['adapters.js', 'documents.js', 'memory.js', 'postgres.js', 'sql.js'],
  'core.js': [MAIN],
}

/** What a part exports, and the parts that it imports at once. */
interface Part {
  readonly exports: readonly string[]
  readonly imports: readonly string[]
}

/** The module that stands for a part: it exports the same from the file that the part is in. */
type Standins = ReadonlyMap<string, string>

/** Reads the parts that the metafile describes, and writes the joined files and all other parts. */
export async function joinParts(
  { outputs }: Metafile,
  from: string,
  to: string,
  options: BuildOptions,
): Promise<void> {
  const parts = partsOf(outputs)
  const standins = new Map<string, string>()
  for (const [file, entries] of Object.entries(FILES)) {
    const joined = sharedBy(parts, entries).filter((name) => !standins.has(name))
    await build({
      ...options,
      stdin: {
        contents: joined.map((name, n) => exported(parts, name, n).out).join(''),
        resolveDir: from,
      },
      plugins: [resolvingParts(new Set(joined), new Map(standins))],
      outfile: join(to, file),
    })
    joined.forEach((name, n) => standins.set(name, exported(parts, name, n).back(file)))
  }
  const others = [...parts.keys()].filter((name) => !standins.has(name))
  await build({
    ...options,
    entryPoints: others.map((name) => join(from, name)),
    plugins: [resolvingParts(new Set(), standins)],
    outdir: to,
  })
}

function partsOf(outputs: Metafile['outputs']): ReadonlyMap<string, Part> {
  return new Map(
    Object.entries(outputs).map(([path, { exports, imports }]) => {
      const atOnce = imports.filter(
        ({ kind, external }) => kind === 'import-statement' && !external,
      )
      return [basename(path), { exports, imports: atOnce.map((each) => basename(each.path)) }]
    }),
  )
}

/** The parts that the main entry and one of the entries need, but nothing in browsers. */
function sharedBy(parts: ReadonlyMap<string, Part>, entries: readonly string[]): readonly string[] {
  const ofMain = neededBy(parts, MAIN)
  const inBrowsers = neededBy(parts, FOR_BROWSERS)
  const ofEntries = new Set(entries.flatMap((entry) => [...neededBy(parts, entry)]))
  return [...ofMain].filter((name) => ofEntries.has(name) && !inBrowsers.has(name))
}

function neededBy(parts: ReadonlyMap<string, Part>, entry: string): ReadonlySet<string> {
  const needed = new Set<string>()
  const add = (name: string): void => {
    for (const each of parts.get(name)?.imports ?? []) {
      if (needed.has(each)) continue
      needed.add(each)
      add(each)
    }
  }
  add(entry)
  return needed
}

/** The lines that export a part under names of its own, and that bring these back. */
function exported(parts: ReadonlyMap<string, Part>, name: string, n: number) {
  const names = parts.get(name)?.exports ?? []
  const listed = (line: (each: string) => string): string => names.map(line).join(', ')
  return {
    out: `export { ${listed((each) => `${each} as part${n}_${each}`)} } from './${name}'\n`,
    back: (file: string) =>
      `export { ${listed((each) => `part${n}_${each} as ${each}`)} } from './${file}'\n`,
  }
}

/** Bundles the joined parts and the stand-ins, and leaves all other parts where they are. */
function resolvingParts(joined: ReadonlySet<string>, standins: Standins): Plugin {
  return {
    name: 'parts',
    setup: (bundle) => {
      bundle.onResolve({ filter: /^\.\/.*\.js$/ }, ({ path }) => {
        const name = basename(path)
        if (joined.has(name)) return undefined
        return standins.has(name) ? { path: name, namespace: 'standin' } : { path, external: true }
      })
      bundle.onLoad({ filter: /./, namespace: 'standin' }, ({ path }) => ({
        contents: standins.get(path) ?? '',
      }))
    },
  }
}
