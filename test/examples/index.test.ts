import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { tableIn } from '../support/markdown.js'
import { ROOT } from '../support/root.js'

const FOLDER = join(ROOT, 'docs/examples')
const FILES = readdirSync(FOLDER)
const EXAMPLES = FILES.filter((file) => file.includes('.') && file !== 'README.md')
const PROGRAMS = FILES.filter((file) => file.endsWith('.mjs'))

describe('docs/examples', () => {
  it('has an index of its files, the adapters and the SQL host', () => {
    const index = tableIn(read('README.md'), 'example', 'what it shows', 'how to run it')
    const listed = index.map(([link = '']) => /\]\((.*)\)$/.exec(link)?.[1])
    expect(listed).to.have.members([
      ...EXAMPLES,
      'adapters',
      '../../example-host/over-sql/README.md',
    ])
  })

  for (const file of EXAMPLES) {
    it(`${file} says at its beginning how to use it, and fits on a few pages`, () => {
      const lines = read(file).split('\n')
      const mark = /\.m?[jt]s$/.test(file) ? '//' : '#'
      const header = lines.findIndex((line) => !line.startsWith(mark))
      expect(header).to.be.within(3, 15)
      expect(lines.length).to.be.below(file.endsWith('.http') ? 180 : 120)
      const longest = Math.max(...lines.map(({ length }) => length))
      expect(longest).to.be.below(220)
    })
  }

  for (const file of PROGRAMS) {
    it(`${file} imports only what a reader installs`, () => {
      const text = read(file)
      const imported = [...text.matchAll(/^import .* from '(?!node:)(.+)'$/gm)].map(
        ([, name = '']) => name,
      )
      const [, installed = ''] = /^\/\/ {3}npm install (.+)$/m.exec(text) ?? []
      const packages = new Set(imported.map((name) => name.split('/')[0]))
      const missing = [...packages].filter((name) => !installed.split(' ').includes(name ?? ''))
      // pg is imported by the entry for PostgreSQL.
      const unused = installed.split(' ').filter((name) => name !== 'pg' && !packages.has(name))
      expect({ missing, unused }).to.deep.equal({ missing: [], unused: [] })
      expect(publicEntries()).to.include.members(
        imported.filter((name) => name.startsWith('express-incoming-webhooks')),
      )
    })
  }
})

function read(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8')
}

function publicEntries(): readonly string[] {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly exports: Readonly<Record<string, unknown>>
  }
  return Object.keys(exports).map((path) => name + path.slice(1))
}
