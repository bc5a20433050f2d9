import { ESLint } from 'eslint'
import type ts from 'typescript'
import type { Project } from './projects.js'

/** Lints everything with types that are already there. Returns whether no error was found, and prints what was. */
export async function lint(
  root: string,
  programs: ReadonlyMap<Project, ts.Program>,
): Promise<boolean> {
  const eslint = new ESLint({
    cwd: root,
    overrideConfig: [...programs].map(([{ folder, except }, program]) => ({
      files: [`${folder}/**/*.{ts,tsx,cts}`],
      ignores: except.map((path) => `${path}/**`),
      languageOptions: { parserOptions: { projectService: false, programs: [program] } },
    })),
  })
  const results = await eslint.lintFiles(['.'])
  const formatter = await eslint.loadFormatter('stylish')
  const text = await formatter.format(results)
  if (text !== '') console.log(text)
  return results.every(({ errorCount }) => errorCount === 0)
}
