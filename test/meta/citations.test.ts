import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { ROOT } from '../support/root.js'
import { listFiles, readSources } from './sources.js'

interface Page {
  readonly path: string
  readonly text: string
}

const DOCS = listFiles('docs').filter((path) => path.endsWith('.md'))
const PAGES = [...DOCS, 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'example-host/README.md']

describe('citations', () => {
  it('name headings that exist', () => {
    const pages = PAGES.map(read)
    expect(citationFaults([...readSources(), ...pages], pages)).to.deep.equal([])
  })
})

describe('the guard of the citations', () => {
  const pages = [{ path: 'docs/a.md', text: '# A\n\n## Order of checks\n' }]
  const cite = (text: string): readonly string[] => citationFaults([{ path: 'b.ts', text }], pages)

  it('accepts a heading, also across the lines of a comment', () => {
    expect(cite('// Once (docs/a' + '.md, Order of checks).')).to.deep.equal([])
    expect(cite('/**\n * Once (docs/a' + '.md, Order of\n * checks).\n */')).to.deep.equal([])
  })

  it('rejects another heading and another page', () => {
    expect(cite('// Once (docs/a' + '.md, Order).')).to.have.lengthOf(1)
    expect(cite('// Once (docs/b' + '.md, Order of checks).')).to.have.lengthOf(1)
  })
})

/** Citations such as `docs/….md, Heading` of headings that do not exist, one line each. */
function citationFaults(sources: readonly Page[], pages: readonly Page[]): readonly string[] {
  const known = new Set(
    pages.flatMap(({ path, text }) =>
      [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => `${path}, ${heading}`),
    ),
  )
  return sources.flatMap(({ path, text }) =>
    [...onOneLine(text).matchAll(/\bdocs\/[\w-]+\.md, [A-Z][^).:;`'"]*/g)]
      .filter(([citation]) => !known.has(citation))
      .map(([citation]) => `${path} cites ${citation}`),
  )
}

function onOneLine(text: string): string {
  return text.replace(/\n *(?:\*|\/\/)? */g, ' ')
}

function read(path: string): Page {
  return { path, text: readFileSync(join(ROOT, path), 'utf8') }
}
