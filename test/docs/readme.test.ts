import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { firstMessage, firstSteps, liveMessage } from '../support/first-message.js'
import { blocks, blocksOf, README } from '../support/markdown.js'
import { ROOT } from '../support/root.js'

describe('the README', () => {
  it('has code blocks of kinds that are checked here, and takes ten minutes', () => {
    const languages = new Set(blocks(README).map(({ language }) => language))
    expect([...languages].sort()).to.deep.equal(['sh', 'ts'])
    expect(README.split('\n').length).to.be.within(100, 180)
  })

  it('leads to a first message in twelve statements', async () => {
    const statements = firstSteps().server.match(/^(?!\s|\}|$).+/gm)
    expect(statements).to.have.lengthOf.at.most(12)
    // Packages of this folder can be imported from it.
    const folder = await mkdtemp(join(ROOT, 'dist/first-message-'))
    try {
      const { answer, shown } = await firstMessage(folder)
      expect(answer).to.equal('ok')
      expect(README).to.include(`\n> ${shown}\n`)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('leads to a client that shows a message as soon as it is posted', async () => {
    const folder = await mkdtemp(join(ROOT, 'dist/live-message-'))
    try {
      await mkdir(join(folder, 'node_modules'))
      await symlink(ROOT, join(folder, 'node_modules/express-incoming-webhooks'), 'dir')
      expect(await liveMessage(folder, '**Live**')).to.equal('**Live**')
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
    const { install, server, live } = firstSteps()
    const imported = [...server.matchAll(/from '(?!node:)([\w.-]+)/g)].map(([, name]) => name)
    expect(imported).to.include(manifest.name)
    expect(install.trim().split(' ')).to.have.members(['npm', 'install', ...new Set(imported)])
    expect(live[0]?.split(' ')).to.have.members(['npm', 'install', 'socket.io', 'socket.io-client'])
  })
})
