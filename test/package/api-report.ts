import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type IConfigFile,
} from '@microsoft/api-extractor'
import { ROOT } from '../support/root.js'
import type { Entry } from './entries.js'

const MADE = 'made'
const QUIET = { default: { logLevel: ExtractorLogLevel.None } }

/**
 * The declarations that each entry exports, and those that they need, as Markdown by entry. What an
 * entry needs and the first one shows is left out.
 */
export async function apiReports(entries: readonly Entry[]): Promise<ReadonlyMap<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'api-'))
  try {
    const configs = entries.map((entry) => configOf(entry, entries, folder))
    const [first] = configs
    if (!first) return new Map()
    // One program for all entries takes a third of the time.
    const compilerState = CompilerState.create(first, {
      additionalEntryPoints: entries.map(({ types }) => types),
    })
    const reports = new Map<string, string>()
    for (const [index, { name }] of entries.entries()) {
      const config = configs[index] ?? first
      const faults: string[] = []
      Extractor.invoke(config, {
        compilerState,
        messageCallback: (message) => {
          if (message.logLevel === ExtractorLogLevel.Error) faults.push(message.text)
          message.handled = true
        },
      })
      if (faults.length > 0) throw new Error(faults.join('\n'))
      reports.set(name, await readFile(join(folder, MADE, `${name}.api.md`), 'utf8'))
    }
    return withoutRepeated(reports)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function configOf(
  { name, types }: Entry,
  entries: readonly Entry[],
  folder: string,
): ExtractorConfig {
  const configObject: IConfigFile = {
    projectFolder: ROOT,
    mainEntryPointFilePath: types,
    newlineKind: 'lf',
    compiler: {
      overrideTsconfig: {
        compilerOptions: {
          module: 'nodenext',
          target: 'es2023',
          lib: ['es2024'],
          types: ['node'],
          strict: true,
          exactOptionalPropertyTypes: true,
          skipLibCheck: true,
        },
        files: entries.map((entry) => entry.types),
      },
    },
    apiReport: {
      enabled: true,
      includeForgottenExports: true,
      reportFileName: name,
      reportFolder: folder,
      reportTempFolder: join(folder, MADE),
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    // The compiler and test/package/doc-comments.test.ts check the rest.
    messages: { extractorMessageReporting: QUIET, tsdocMessageReporting: QUIET },
  }
  return ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: undefined,
    packageJsonFullPath: join(ROOT, 'package.json'),
  })
}

/** So that a change of a type that all entries need is seen once. */
function withoutRepeated(reports: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const [main = ''] = reports.values()
  const shown = new Set(main.split('\n\n').map(unexported))
  return new Map(
    [...reports].map(([name, report]) => {
      if (report === main) return [name, report]
      const isRepeated = (part: string): boolean =>
        part.startsWith('// @public') && !/^export /m.test(part) && shown.has(part)
      const parts = report.split('\n\n').filter((part) => !isRepeated(part))
      return [name, parts.join('\n\n')]
    }),
  )
}

/** The parts of a report that another one does not have. */
export function partsBeyond(report: string, other: string): string {
  const known = new Set(other.split('\n\n'))
  return report
    .split('\n\n')
    .filter((part) => !known.has(part))
    .join('\n\n')
}

/** The types and tables that reports show and no entry exports, in order. */
export function namelessIn(reports: ReadonlyMap<string, string>): readonly string[] {
  const all = [...reports.values()].join('\n')
  const namesOf = (declarations: RegExp): readonly string[] =>
    [...all.matchAll(declarations)].map(([, name = '']) => name)
  const exported = new Set(namesOf(/^export (?:interface|type|const|class|function) (\w+)/gm))
  const others = namesOf(/^(?:interface|type|const|class) (\w+)/gm)
  return [...new Set(others)].filter((name) => !exported.has(name)).sort()
}

function unexported(part: string): string {
  return part.replace(/^export (?=declare|interface|type|const|function|class|abstract)/m, '')
}
