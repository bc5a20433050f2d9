import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { clonedPaths } from '../support/documents.js'
import { ROOT } from '../support/root.js'
import { type Page, repeatedPassages } from './repeated.js'

/** Not the pages of programs, which are made from `ui`, nor the lists of what tests do. */
const PAGES = clonedPaths()
  .filter((path) => path.endsWith('.md') && !/^(?:test|ui|docs\/programs)\//.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** Enough text to know which words are common. */
const AROUND = PAGES.filter(({ path }) => /^docs\/[\w-]+\.md$/.test(path))
const SAID =
  'A replaced key works for up to 24 hours, in which the leaked URL can still post: choose _Stop_ in the dialog to shorten `overlap_seconds` to 0.'

describe('what the pages say', () => {
  it('is said on one of them; others link to it', () => {
    expect(PAGES.map(({ path }) => path)).to.include.members(['README.md', 'docs/sending.md'])
    expect(repeatedPassages(PAGES)).to.deep.equal([])
  })
})

describe('the guard against repetitions', () => {
  const found = (text: string): readonly string[] => {
    const pages: readonly Page[] = [
      { path: 'a.md', text: `# Keys\n\nRegenerate the key.\n\n${SAID}` },
      { path: 'b.md', text },
    ]
    return repeatedPassages([...AROUND, ...pages])
      .filter((line) => line.includes('a.md: A replaced key'))
      .filter((line) => line.includes('b.md: '))
  }

  const refused: Readonly<Record<string, string>> = {
    'a copy': SAID,
    'a copy as an item of a list': `- one\n- ${SAID}`,
    'a copy in a table': `| key | meaning |\n| --- | --- |\n| old | ${SAID} |`,
    'one sentence within a longer paragraph': `Every webhook has a form, a log and a menu for its owner. ${SAID.split(':')[0]}. The form asks before it closes.`,
    'other words around the same facts':
      'In the 24 hours for which a replaced key still works, the leaked URL can post. To shorten that, choose _Stop_ in the dialog, which sets `overlap_seconds` to 0.',
  }
  for (const [name, text] of Object.entries(refused)) {
    it(`refuses ${name}`, () => {
      expect(found(text)).to.have.lengthOf(1)
    })
  }

  const accepted: Readonly<Record<string, string>> = {
    'another fact about the same subject':
      'A key consists of 32 letters and digits. The console shows the last four, so that people recognise it.',
    'a link to the place': 'See [how long the old key works](a.md#keys).',
    'a part that is made from the code': `<!-- written by REWRITE_DOCS=1: x -->\n\n${SAID}\n\n<!-- end -->`,
    'a command': `\`\`\`sh\n${SAID}\n\`\`\``,
  }
  for (const [name, text] of Object.entries(accepted)) {
    it(`accepts ${name}`, () => {
      expect(found(text)).to.deep.equal([])
    })
  }
})
