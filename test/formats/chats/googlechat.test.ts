import { expect } from 'chai'
import { googlechat } from '../../../lib/formats/chats/googlechat.js'
import { chatShown } from './shown.js'

const opens = (host: string): object => ({
  onClick: { openLink: { url: `https://${host}.test/` } },
})
const HEARD = { onClick: { action: { function: 'go', parameters: [{ key: 'k', value: 'v' }] } } }
const paragraph = (text: string): object => ({ textParagraph: { text } })

type Row = readonly [what: string, widget: object, lines: string[], warned?: string[]]

describe('widgets of a card for Google Chat', () => {
  const rows: readonly Row[] = [
    ['a text', paragraph('<b>a</b> https://a.test/x_y'), ['', '**a** <https://a.test/x_y>']],
    [
      'a text in Markdown',
      { textParagraph: { text: '**a**', textSyntax: 'MARKDOWN' } },
      ['', '**a**'],
    ],
    [
      'a link with its label',
      paragraph('<a href="https://a.test/">https://b.test/</a>'),
      ['', '[https\\://b.test/](https://a.test/)'],
    ],
    [
      'a picture',
      { image: { imageUrl: 'https://i.test/a.png', altText: 'alt', ...opens('a') } },
      ['https://i.test/a.png', '[alt] https://a.test/'],
    ],
    [
      'a text with labels',
      {
        decoratedText: {
          startIcon: { knownIcon: 'STAR' },
          topLabel: 'a',
          text: 'b',
          bottomLabel: 'c',
          button: { text: 'd', ...opens('d') },
        },
      },
      ['a: b\nc', '[d] https://d.test/'],
    ],
    [
      'labels that are texts',
      {
        decoratedText: {
          topLabelText: { text: 'a' },
          contentText: { text: 'b' },
          bottomLabelText: { text: 'c' },
        },
      },
      ['a: b\nc'],
    ],
    [
      'a label with an address',
      { keyValue: { topLabel: 'https://a.test/x', content: 'b' } },
      ['', '<https://a.test/x>\nb'],
    ],
    ['a label alone', { keyValue: { topLabel: 'a' } }, ['', 'a']],
    [
      'a switch',
      { decoratedText: { text: 'a', switchControl: { name: 'a', value: 'a' } } },
      ['', 'a'],
      ['decoratedText.switchControl'],
    ],
    [
      'buttons',
      {
        buttonList: {
          buttons: [
            { text: 'a', ...opens('a') },
            { altText: 'b', icon: { knownIcon: 'STAR' }, ...opens('b') },
          ],
        },
      },
      ['[a] https://a.test/', '[b] https://b.test/'],
    ],
    [
      'buttons of the first version',
      {
        buttons: [
          { textButton: { text: 'a', ...opens('a') } },
          { imageButton: { name: 'b', ...opens('b') } },
        ],
      },
      ['[a] https://a.test/', '[b] https://b.test/'],
    ],
    [
      'a menu of links',
      {
        buttonList: {
          buttons: [
            {
              onClick: {
                overflowMenu: {
                  items: [
                    { text: 'a', ...opens('a') },
                    { text: 'b', ...HEARD },
                  ],
                },
              },
            },
          ],
        },
      },
      ['[a] https://a.test/'],
      ['buttonList.buttons[0].onClick.overflowMenu.items[1]'],
    ],
    [
      'a button that nobody hears',
      {
        buttonList: {
          buttons: [
            { text: 'a', ...opens('a') },
            { text: 'a', ...HEARD },
          ],
        },
      },
      ['[a] https://a.test/'],
      ['buttonList.buttons[1]'],
    ],
    [
      'columns',
      {
        columns: {
          columnItems: [
            { horizontalAlignment: 'CENTER', widgets: [paragraph('a')] },
            { widgets: [paragraph('b')] },
          ],
        },
      },
      ['', 'a', '', 'b'],
    ],
    [
      'a grid',
      {
        grid: {
          title: 'a',
          items: [
            {
              title: 'b',
              subtitle: 'c',
              image: { imageUri: 'https://i.test/a.png', altText: 'd' },
            },
            { title: 'e' },
          ],
          ...opens('f'),
        },
      },
      ['', '**a**', '- b, c', 'https://i.test/a.png', 'd', '- e', '[Open] https://f.test/'],
    ],
    [
      'a carousel',
      {
        carousel: {
          carouselCards: [
            { widgets: [paragraph('a')], footerWidgets: [paragraph('b')] },
            { widgets: [paragraph('c')] },
          ],
        },
      },
      ['', 'a', '', 'b', '', 'c'],
    ],
    [
      'chips',
      {
        chipList: {
          layout: 'WRAPPED',
          chips: [{ label: 'a' }, { label: 'b', ...opens('b') }, { label: 'https://c.test/' }],
        },
      },
      ['', 'a · [b](https://b.test/) · <https://c.test/>'],
    ],
    [
      'a line, and what stands on either side of it, in this order',
      {
        decoratedText: { topLabel: 'a', text: 'b', button: { text: 'c', ...opens('c') } },
        divider: {},
        textParagraph: { text: 'd' },
        image: { imageUrl: 'https://i.test/e.png', altText: 'e' },
        chipList: { chips: [{ label: 'f' }] },
      },
      ['a: b', '[c] https://c.test/', 'd', 'https://i.test/e.png', 'e', 'f'],
    ],
  ]
  for (const [what, widget, lines, warned = []] of rows) {
    it(`are shown: ${what}`, () => {
      const widgets = [paragraph('first'), widget]
      const { lines: all, warned: told } = chatShown(googlechat, {
        cardsV2: [{ cardId: 'c', card: { sections: [{ widgets }] } }],
      })
      expect(all.join('\n')).to.equal(['first', ...lines].join('\n'))
      const place = 'cardsV2[0].card.sections[0].widgets[1].'
      expect(told).to.deep.equal(warned.map((path) => place + path))
    })
  }

  for (const name of ['textInput', 'selectionInput', 'dateTimePicker', 'tomorrow']) {
    it(`are told of where they are not shown: ${name}`, () => {
      const widget = { [name]: { name: 'n', label: 'Size' } }
      const { warned } = chatShown(googlechat, {
        text: 'a',
        cards: [{ sections: [{ widgets: [widget] }] }],
      })
      expect(warned).to.have.length(1)
      expect(warned[0]).to.match(/^cards(?:$|\[0\])/)
    })
  }
})

describe('a card for Google Chat', () => {
  it('shows its header, and all its buttons below', () => {
    const card = {
      name: 'a name for programs',
      header: {
        title: 'Down: https://a.test/x',
        subtitle: 'by https://b.test/y',
        imageUrl: 'https://i.test/h.png',
        imageType: 'CIRCLE',
      },
      sections: [{ header: 'Now', collapsible: true, widgets: [paragraph('a')] }],
      cardActions: [{ actionLabel: 'Act', ...opens('act') }],
      fixedFooter: {
        primaryButton: { text: 'Go', ...opens('go') },
        secondaryButton: { text: 'No', ...HEARD },
      },
    }
    const accessoryWidgets = [{ buttonList: { buttons: [{ text: 'More', ...opens('more') }] } }]
    expect(
      chatShown(googlechat, { text: 'above', cardsV2: [{ card }], accessoryWidgets }),
    ).to.deep.equal({
      lines: [
        'above',
        'Down: https://a.test/x https://a.test/x',
        'by <https://b.test/y>\n\n**Now**\n\na',
        'https://i.test/h.png',
        '[Act] https://act.test/',
        '[Go] https://go.test/',
        '[More] https://more.test/',
      ],
      warned: ['cardsV2[0].card.fixedFooter.secondaryButton'],
    })
  })

  it('tells of the thread that it is not in', () => {
    const sent = { text: 'a', thread: { threadKey: 'build-1' } }
    expect(chatShown(googlechat, sent)).to.deep.equal({ lines: ['a'], warned: ['thread'] })
    const inQuery = { query: { threadKey: 'build-1' } }
    expect(chatShown(googlechat, { text: 'a' }, inQuery).warned).to.deep.equal(['threadKey'])
    const emptyKey = { query: { threadKey: '', thread_id: '1' } }
    for (const thread of [null, {}]) {
      expect(chatShown(googlechat, { text: 'a', thread }, emptyKey).warned).to.deep.equal([])
    }
  })
})
