import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { PICTURED, pictured } from './pictured.js'
import { SCENES } from './screenshot-scenes.js'
import { README } from '../support/markdown.js'
import { ROOT } from '../support/root.js'

describe('the pictures of the README', () => {
  it('show the pages as they are now (`npm run screenshots -- --readme` renews them)', async () => {
    expect(readFileSync(PICTURED, 'utf8')).to.equal(await pictured())
  })

  it('are those that the command makes', () => {
    const shown = [...README.matchAll(/docs\/screenshots\/([\w-]+)\.webp/g)].map(([, name]) => name)
    expect(shown).to.have.members(SCENES.flatMap(({ picture }) => picture?.file ?? []))
    for (const name of shown) {
      expect(existsSync(join(ROOT, `docs/screenshots/${name ?? ''}.webp`)), name).to.equal(true)
    }
  })
})
