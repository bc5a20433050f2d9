import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { firstMessage, firstSteps } from '../support/first-message.js'
import { blocks, blocksOf, README } from '../support/markdown.js'
import { ROOT } from '../support/root.js'

describe('the README', () => {
  it('has code blocks of kinds that are checked here, and takes ten minutes', () => {
    const languages = new Set(blocks(README).map(({ language }) => language))
    expect([...languages].sort()).to.deep.equal(['sh', 'ts'])
    expect(README.split('\n').length).to.be.within(100, 180)
  })

  it('begins with the five-minute host', () => {
    const example = readFileSync(join(ROOT, 'docs/examples/five-minute-host.mjs'), 'utf8')
    const [, code] = /^(?:\/\/[^\n]*\n)+\n(.*)$/s.exec(example) ?? []
    expect(firstSteps().server).to.equal(code)
  })

  it('leads to a message that a client shows as soon as it is posted', async () => {
    // Packages of this folder can be imported from it.
    const folder = await mkdtemp(join(ROOT, 'dist/first-message-'))
    try {
      const { answer, shown, posts } = await firstMessage(folder)
      expect(answer).to.equal('ok')
      expect(README).to.include(`\n> ${shown}\n`)
      expect(JSON.parse(posts)).to.have.nested.property('[0].message', shown)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('names npm scripts and packages that exist', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly name: string
      readonly scripts: Readonly<Record<string, string>>
    }
    const shell = blocksOf(README, 'sh').join('\n')
    for (const [, script = ''] of shell.matchAll(/npm (?:run )?([\w:]+)/g)) {
      if (!['ci', 'install'].includes(script)) expect(manifest.scripts).to.have.property(script)
    }
    const { install, server, client } = firstSteps()
    const imported = [...(server + client).matchAll(/from '(?!node:)([\w.-]+)/g)]
    const packages = [...new Set(imported.map(([, name]) => name))]
    expect(packages).to.include(manifest.name)
    expect(install.trim().split(' ')).to.have.members(['npm', 'install', ...packages])
  })
})
