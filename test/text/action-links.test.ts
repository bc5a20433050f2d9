import { expect } from 'chai'
import { type ActionLink, withoutActionLinks } from '../../lib/text/action-links.js'

function read(markdown: string) {
  const links: ActionLink[] = []
  return { text: withoutActionLinks(markdown, (link) => links.push(link)), links }
}

describe('links that are buttons', () => {
  it('leave their label in the text', () => {
    expect(read('You may [approve **it**](mmaction://yes?step=two&b=c%20d) now')).to.deep.equal({
      text: 'You may approve **it** now',
      links: [
        {
          label: 'approve **it**',
          id: 'yes',
          query: [
            ['step', 'two'],
            ['b', 'c d'],
          ],
        },
      ],
    })
    const two = read('[a](mmaction://x), [b [c]](mmaction://y)[d](mmaction://z?)')
    expect(two.text).to.equal('a, b [c]d')
    expect(two.links.map(({ label, id }) => [label, id])).to.deep.equal([
      ['a', 'x'],
      ['b [c]', 'y'],
      ['d', 'z'],
    ])
  })

  const kept = [
    'nothing',
    '[a](https://a.example/mmaction://x)',
    '`[a](mmaction://x)`',
    '```\n[a](mmaction://x)\n```',
    '[a](mmaction://x',
    '[a](mmaction://x y)',
    'a](mmaction://x)',
    '\\[a](mmaction://x)',
  ]
  for (const text of kept) {
    it(`are not in ${JSON.stringify(text)}`, () => {
      expect(read(text)).to.deep.equal({ text, links: [] })
    })
  }

  it('are found after others that are broken', () => {
    expect(read('[a](mmaction://x [b](mmaction://y)').text).to.equal('[a](mmaction://x b')
  })
})
