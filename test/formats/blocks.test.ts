import { expect } from 'chai'
import { readBlocks } from '../../lib/formats/blocks/layout.js'
import { Warnings } from '../../lib/formats/reading.js'
import { Translator } from '../../lib/formats/translator.js'
import { read, refuses, told } from './payloads.js'

function shown(...blocks: readonly object[]): {
  readonly text: string
  readonly warnings: readonly string[]
} {
  const warnings = new Warnings()
  const translator = new Translator(/^[a-z0-9]{26}$/, warnings)
  const nodes = readBlocks(read({ blocks }).payload.blocks, translator)
  return { text: nodes.map((node) => node.text).join(''), warnings: told(warnings) }
}

const mrkdwn = (text: string): object => ({ type: 'mrkdwn', text })
const plainText = (text: string): object => ({ type: 'plain_text', text })

describe('blocks', () => {
  it('are set apart by blank lines', () => {
    const section = { type: 'section', text: mrkdwn('a') }
    expect(shown(section, { type: 'divider' }, section).text).to.equal('a\n\n---\n\na')
  })

  it('never scan plain text for markup', () => {
    expect(
      shown({ type: 'section', text: plainText('<!here> <https://a.example|A>') }).text,
    ).to.equal('<!here> <https://a.example|A>')
  })

  it('translate markup and keep code', () => {
    expect(
      shown({ type: 'section', text: mrkdwn('<https://a.example|A> `<!here>`') }).text,
    ).to.equal('[A](https://a.example) `<!here>`')
  })

  it('show a header, the fields of a section and the elements of a context', () => {
    expect(shown({ type: 'header', text: plainText('Title') }).text).to.match(/^#+ Title$/)
    const section = { type: 'section', text: mrkdwn('a'), fields: [mrkdwn('b'), plainText('c')] }
    expect(shown(section).text).to.match(/a[^]*b[^]*c/)
    const image = { type: 'image', image_url: 'https://a.example/x.png', alt_text: 'cat' }
    expect(shown({ type: 'context', elements: [image, mrkdwn('x')] }).text).to.include(
      'https://a.example/x.png',
    )
  })

  it('show a picture as a link with its words escaped, and no picture of another scheme', () => {
    const image = {
      type: 'image',
      image_url: 'https://a.example/x.png',
      alt_text: 'x](https://evil.example)',
    }
    expect(shown(image).text).to.include('\\](https://evil.example)](https://a.example/x.png)')
    expect(shown({ type: 'image', image_url: 'javascript:1', alt_text: 'x' }).text).not.to.include(
      'javascript',
    )
  })

  it('of an unknown type are told and leave the others', () => {
    const { text, warnings } = shown({ type: 'hologram' }, { type: 'markdown', text: '**x**' })
    expect(text).to.equal('**x**')
    expect(warnings).to.have.lengthOf(1)
    expect(warnings[0]).to.match(/^blocks\[0\]: /)
  })

  it('show nothing when there is nothing in them', () => {
    expect(
      shown({ type: 'section' }, { type: 'header', text: null }, { type: 'context', elements: [] })
        .text,
    ).to.equal('')
  })

  it('are refused with the path of a member of the wrong type', () => {
    refuses(() => shown({ type: 'section', text: 'x' }), 'payload_unparsable', 'blocks[0].text')
    refuses(
      () => shown({ type: 'section', text: { type: 'mrkdwn', text: 1 } }),
      'payload_unparsable',
      'blocks[0].text.text',
    )
  })
})
