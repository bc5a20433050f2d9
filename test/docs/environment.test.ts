import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { readEnvironment } from '../../example-host/environment.js'
import { namesIn, tableIn } from '../support/markdown.js'
import { ROOT } from '../support/root.js'

const PAGE = readFileSync(join(ROOT, 'example-host/README.md'), 'utf8')

describe('the table of environment variables', () => {
  const rows = tableIn(PAGE, 'variable', 'default').map(([name, value]) => ({
    name: namesIn(name)[0] ?? '',
    // Defaults that are not code, such as `none`, cannot be given.
    value: namesIn(value)[0],
    isCode: value?.startsWith('`') ?? false,
  }))

  it('lists every variable that the example host reads', async () => {
    const read = new Set<string>()
    const env = new Proxy<Record<string, string | undefined>>(
      {},
      {
        get(_, name) {
          read.add(String(name))
          return undefined
        },
      },
    )
    await readEnvironment(env)
    expect(rows.map(({ name }) => name).sort()).to.deep.equal([...read].sort())
  })

  it('gives the defaults that are used', async () => {
    const given = rows.filter(({ isCode }) => isCode)
    expect(given).to.have.length.above(5)
    const env = Object.fromEntries(given.map(({ name, value }) => [name, value]))
    expect(await readEnvironment(env)).to.deep.equal(await readEnvironment({}))
  })
})
