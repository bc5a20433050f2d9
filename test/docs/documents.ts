import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOf } from '../support/compiled.js'
import { blocks } from '../support/readme.js'
import { ROOT } from '../support/root.js'

/** The text of a page in `docs`. */
export function page(name: string): string {
  return readFileSync(join(ROOT, 'docs', name), 'utf8')
}

/** The code blocks of a page in one language. */
export function blocksOf(document: string, language: string): readonly string[] {
  return blocks(document)
    .filter((block) => block.language === language)
    .map(({ text }) => text)
}

/** What the compiler says of TypeScript blocks. The preamble stands for the reader's own code. */
export function blockFaults(
  sources: readonly string[],
  preambleOf: (text: string) => string,
): readonly string[] {
  return faultsOf(
    new Map(
      sources.map((text, at) => [join(ROOT, `test/docs/block-${at}.ts`), preambleOf(text) + text]),
    ),
  )
}

/** The part of a page below a heading, up to the next heading of the same or a higher level. */
export function section(document: string, heading: string): string {
  const lines = document.split('\n')
  const start = lines.indexOf(heading)
  if (start === -1) throw new Error(`there is no heading ${heading}`)
  const level = heading.indexOf(' ')
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => /^#+ /.test(line) && line.indexOf(' ') <= level)
  return rest.slice(0, end === -1 ? undefined : end).join('\n')
}
