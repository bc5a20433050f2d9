import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from '../console/program.js'

/** A file of `console/programs`. Only those with a mark are for the console; the rest is for docs/programs.md. */
export interface ProgramFile extends Pick<Program, 'name' | 'title' | 'steps' | 'file' | 'code'> {
  /** The list below the title. */
  readonly facts: Readonly<Record<string, string>>
}

/** The code, and the name of its file. What is before and after is prose. */
const FENCE = /^```(.+)\n([^]*?)\n```$/m

/** The programs that `order.txt` lists, in its order. */
export function readPrograms(folder: string): readonly ProgramFile[] {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const names = read('order.txt').trim().split(/\s+/)
  return names.map((name) => ({ name, ...parsed(read(`${name}.md`)) }))
}

/** Those that the console shows. */
export function shownPrograms(folder: string): readonly Program[] {
  return readPrograms(folder).flatMap(({ facts, ...program }) => {
    const { Mark: mark, Group: group = '', Format: format = '', Keywords: keywords = '' } = facts
    return mark === undefined ? [] : [{ ...program, mark, group, format, keywords }]
  })
}

function parsed(text: string): Omit<ProgramFile, 'name'> {
  const [prose = '', file = '', code = ''] = text.split(FENCE)
  return {
    title: /^# (.+)/.exec(prose)?.[1] ?? '',
    steps: Array.from(prose.matchAll(/^\d+\. (.+)/gm), ([, step = '']) => step),
    file,
    code,
    facts: Object.fromEntries(
      Array.from(prose.matchAll(/^- (\w+): (.+)/gm), ([, name = '', fact = '']) => [name, fact]),
    ),
  }
}
