import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { ROOT } from '../support/root.js'

const PAGES = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))

function linksIn(path: string): readonly string[] {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, link = '']) => link)
}

describe('the ways into the documentation', () => {
  it('are for every page in docs/README.md', () => {
    expect(linksIn('docs/README.md')).to.include.members(
      PAGES.filter((name) => name !== 'README.md'),
    )
  })

  it('are for every page in llms.txt, which has the form of https://llmstxt.org', () => {
    const text = readFileSync(join(ROOT, 'llms.txt'), 'utf8')
    expect(text).to.match(/^# express-incoming-webhooks\n\n> \S.*\n/)
    expect(linksIn('llms.txt')).to.include.members(PAGES.map((name) => `docs/${name}`))
    for (const line of text.split('\n').filter((each) => each.startsWith('- '))) {
      expect(line).to.match(/^- \[[^\]]+\]\([^)]+\): \S/)
    }
  })
})
