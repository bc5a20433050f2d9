import { join } from 'node:path'
import ts from 'typescript'

/** A part of the sources that is checked by itself, because it runs elsewhere. */
export interface Project {
  /** Its `tsconfig.json` is there. */
  readonly folder: string
  /** Parts of the folder that are another project's. */
  readonly except: readonly string[]
}

export const MAIN: Project = {
  folder: '.',
  except: ['test/ui/console', 'example-host/web', 'ui'],
}
export const PAGES: readonly Project[] = [
  { folder: 'test/ui/console', except: [] },
  { folder: 'example-host/web', except: [] },
  { folder: 'ui', except: ['ui/bundling'] },
]

const HOST: ts.ParseConfigFileHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
    throw new Error(textOf([diagnostic]))
  },
}

export function programOf({ folder }: Project, root: string): ts.Program {
  const config = join(root, folder, 'tsconfig.json')
  const parsed = ts.getParsedCommandLineOfConfigFile(config, {}, HOST)
  if (!parsed) throw new Error(`${config} cannot be read`)
  const { fileNames: rootNames, options, errors: configFileParsingDiagnostics } = parsed
  return ts.createProgram({ rootNames, options, configFileParsingDiagnostics })
}

export function textOf(diagnostics: readonly ts.Diagnostic[]): string {
  return ts.formatDiagnosticsWithColorAndContext(diagnostics, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => ts.sys.getCurrentDirectory(),
    getNewLine: () => ts.sys.newLine,
  })
}
