import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { pack } from '../support/packed.js'
import { ROOT } from '../support/root.js'
import { clonedPaths, deadLinks, documentsOf, type Tree } from '../support/documents.js'

describe('the links of the documents', () => {
  it('lead somewhere in a clone', () => {
    const tree: Tree = {
      // What docs/programs.md is made of has links from there.
      paths: clonedPaths().filter((path) => !path.startsWith('ui/console/programs/')),
      read: (path) => readFileSync(join(ROOT, path), 'utf8'),
    }
    expect(documentsOf(tree)).to.include.members(['README.md', 'docs/security.md'])
    expect(deadLinks(tree)).to.deep.equal([])
  })

  it('lead somewhere in the package', async () => {
    const { folder, paths } = await pack()
    const tree: Tree = { paths, read: (path) => readFileSync(join(folder, path), 'utf8') }
    expect(documentsOf(tree)).to.include('README.md')
    expect(deadLinks(tree)).to.deep.equal([])
  })
})

describe('the guard of the links', () => {
  const dead = (files: Readonly<Record<string, string>>) =>
    deadLinks({ paths: Object.keys(files), read: (path) => files[path] ?? '' })

  it('knows files, pictures, folders and headings', () => {
    const readme = [
      '# It`s *here*, `now`',
      '## Twice\n## Twice',
      '[a](docs/a.md) [b](docs/) [c](#its-here-now) [d](docs/a.md#x) ![e](e.png) [f](#twice-1)',
      '[g](https://a.example/none) [h](mailto:a@b.example) `[i](none)` <https://a.example>',
    ].join('\n\n')
    const up = '# X\n\n[up](../README.md#twice)'
    expect(dead({ 'README.md': readme, 'docs/a.md': up, 'e.png': '' })).to.deep.equal([])
  })

  it('reports what is missing', () => {
    const readme = '[a](none.md) ![b](none.png) [c](#none) [d](a.md#none) [e][e]\n\n[e]: ../out.md'
    expect(dead({ 'README.md': readme, 'a.md': '# X' })).to.deep.equal([
      'README.md: none.md',
      'README.md: none.png',
      'README.md: #none',
      'README.md: a.md#none',
      'README.md: ../out.md',
    ])
  })
})
