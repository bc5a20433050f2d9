import { card, shows, text } from './shown.js'

const open = (path: string, title?: string): object => ({
  type: 'Action.OpenUrl',
  url: `https://a.test/${path}`,
  ...(title === undefined ? {} : { title }),
})
/** Two columns: the members of each, and what it holds. */
const column = (one: object, first: object, other: object, second: object): object => ({
  type: 'ColumnSet',
  columns: [
    { ...one, items: [first] },
    { ...other, items: [second] },
  ],
})
const picture = (name: string, altText: string): object => ({
  type: 'Image',
  url: `https://a.test/${name}.png`,
  altText,
})

describe('an Adaptive Card', () => {
  const input = 'nothing can be entered into Input'
  shows([
    [
      'a first line that stands out as its title',
      card(text('**Build** 12', { weight: 'Bolder' }), text('_ok_')),
      '**Build 12**\n_ok_',
    ],
    [
      'one with a link below, where it is one',
      card(text('[Build](https://a.test/b)', { size: 'Large' })),
      '[Build](https://a.test/b)',
    ],
    [
      'an address that stands alone as a link',
      card(
        text('see https://a.test', { weight: 'bolder' }),
        text('see https://a.test', { weight: 'bolder' }),
      ),
      '**see <https://a.test>**\n**see <https://a.test>**',
    ],
    [
      'times and people written out',
      card(
        text('Due {{DATE(2026-11-20T09:30:00Z, SHORT)}} at {{TIME(2026-11-20T09:30:00+01:00)}}'),
        text('to <at>Jo *B*</at>, {{DATE(soon)}}'),
      ),
      'Due 2026-11-20 at 08:30 UTC\n\nto Jo *B*, {{DATE(soon)}}',
    ],
    [
      'runs of text in their styles, with their links',
      card({
        type: 'RichTextBlock',
        inlines: [
          'a ',
          { type: 'TextRun', text: 'b', weight: 'bolder', selectAction: open('b') },
          { type: 'TextRun', text: ' c', italic: true, strikethrough: true },
          { type: 'TextRun', text: ' d', fontType: 'Monospace' },
          { type: 'TextRun', text: ' https://e.test' },
          { type: 'IconRun', name: 'Star' },
          { type: 'ImageRun', url: 'https://a.test/i.png' },
        ],
      }),
      'a **[b](https://a.test/b)** ~~_c_~~` d` <https://e.test>\nhttps://a.test/i.png',
      ['body[0].inlines[5]: is not shown'],
    ],
    [
      'facts below the text that they follow',
      card(
        text('a'),
        { type: 'FactSet', facts: [{ title: 'b:', value: '[c](https://a.test)' }] },
        text('d'),
      ),
      'a\nb = [c](https://a.test)\nd',
    ],
    [
      'a table with Markdown, code and what a cell holds besides',
      card(
        {
          type: 'Table',
          rows: [
            { cells: [{ items: [text('a', { weight: 'Bolder' })] }, { items: [text('**b|**')] }] },
            {
              cells: [
                { items: [text('c\nd'), picture('p', 'q')] },
                { items: [{ type: 'CodeBlock', codeSnippet: 'e\nf' }] },
              ],
            },
          ],
        },
        { type: 'Table', firstRowAsHeaders: false, rows: [{ cells: [{ items: [text('g')] }] }] },
      ),
      '| **a** | **b\\|** |\n| --- | --- |\n| c d | `e f` |\nhttps://a.test/p.png\nq\n|  |\n| --- |\n| g |',
    ],
    [
      'pictures where they stand, with their words below them',
      card(
        text('a'),
        { type: 'ImageSet', images: [picture('b', 'c'), picture('d', '')] },
        text('e'),
      ),
      'a\nhttps://a.test/b.png\nc\nhttps://a.test/d.png\ne',
    ],
    [
      'a small picture beside the text, and others as links at the end',
      card(
        column({ width: 'auto' }, picture('a', 'Ann'), {}, text('b')),
        { ...picture('c', 'd'), size: 'Small' },
        { ...picture('e', ''), style: 'person' },
        { ...picture('f', 'g'), height: '30px' },
        text('h'),
      ),
      'b\n\nh\n\n[d](https://a.test/c.png), [Picture](https://a.test/e.png), [g](https://a.test/f.png)\nhttps://a.test/a.png (Ann)',
    ],
    [
      'columns side by side, each row apart from what is around it',
      card(
        text('a'),
        column({}, text('b'), {}, text('c', { weight: 'bolder' })),
        column({}, column({}, text('d'), {}, text('e')), { width: 'auto' }, picture('f', 'g')),
        column({}, { type: 'FactSet', facts: [{ title: 'h', value: 'i' }] }, {}, picture('j', 'k')),
        { type: 'FactSet', facts: [{ title: 'l', value: 'm' }] },
      ),
      'a\n = b\n = **c**\nd\n\ne\n\n**h** i\nhttps://a.test/j.png\nhttps://a.test/f.png (g)\nk\nl = m',
    ],
    [
      'the title in a column above all else',
      card(column({}, text('a', { size: 'large' }), {}, text('b'))),
      '**a**\nb',
    ],
    [
      'containers and pages one below the other',
      card(
        { type: 'Container', style: 'attention', items: [text('c')] },
        { type: 'Carousel', pages: [{ items: [text('d')] }, { items: [text('e')] }] },
      ),
      'c\n\nd\n\ne',
    ],
    [
      'a video as a link and its picture',
      card({
        type: 'Media',
        poster: 'https://a.test/p.png',
        sources: [{ url: 'https://a.test/v', mimeType: 'video/mp4' }],
      }),
      'Picture\nhttps://a.test/p.png\n[Media](https://a.test/v)',
    ],
    [
      'badges, progress, ratings and large buttons',
      card(
        { type: 'Badge', text: 'P1', tooltip: 'urgent', icon: 'Fire' },
        { type: 'Badge', tooltip: 'alone' },
        { type: 'ProgressBar', value: 45, max: 75 },
        { type: 'ProgressBar' },
        { type: 'ProgressRing', label: 'loading' },
        { type: 'Rating', value: 4.5, count: 128 },
        { type: 'Rating', value: 7, max: 10 },
        {
          type: 'CompoundButton',
          title: 'Board',
          description: 'all of it',
          badge: 'new',
          selectAction: open('board'),
        },
        { type: 'Icon', name: 'Checkmark' },
      ),
      '**P1** (urgent)\n\n**alone**\n\n60 %\n\nloading\n\n4.5 of 5 (128)\n\n7 of 10\n\n**[Board](https://a.test/board)**\nnew\nall of it',
    ],
    [
      'people, files and events',
      card(
        { type: 'Component', name: 'users', properties: { users: [{ displayName: 'Jo' }] } },
        {
          type: 'Component',
          name: 'event',
          properties: {
            title: 'Sync',
            start: 'nine',
            end: 'ten',
            locations: ['Room 1'],
            organizer: { name: 'Ann' },
            attendees: [{ name: 'Bob', email: 'bob@a.test' }],
            onlineMeetingUrl: 'https://a.test/m',
          },
        },
        {
          type: 'Component',
          name: 'event',
          properties: {
            title: 'Talk',
            url: 'https://a.test/t',
            onlineMeetingUrl: 'https://a.test/n',
          },
        },
      ),
      'Jo\n\n[Sync](https://a.test/m), nine, ten, Room 1, Ann, Bob\n\n[Talk](https://a.test/t)\n[Join](https://a.test/n)',
      ['body[1].properties.attendees[0].email: is not shown'],
    ],
    [
      'links of elements as buttons, once',
      {
        ...card(
          { type: 'Container', items: [text('**Open** me')], selectAction: open('a') },
          { ...picture('p', 'A cat'), selectAction: open('cat') },
          { type: 'Icon', name: 'X', selectAction: open('x') },
        ),
        selectAction: open('b', 'All'),
        actions: [open('a', 'Go')],
      },
      '**Open** me\nhttps://a.test/p.png\n[Go](https://a.test/a)\n[A cat](https://a.test/cat)\n[Open](https://a.test/x)\n[All](https://a.test/b)',
    ],
    [
      'cards behind buttons, and menus of buttons',
      {
        ...card(text('a')),
        actions: [
          { type: 'Action.ShowCard', title: 'More', card: card(text('b')) },
          { type: 'Action.Popover', title: 'Over', content: text('c') },
          { ...open('d', 'D'), menuActions: [open('e', 'E')] },
          { type: 'Odd', fallback: open('f', 'F') },
        ],
      },
      'a\n\n**More**\n\nb\n\n**Over**\n\nc\n[D](https://a.test/d)\n[E](https://a.test/e)\n[F](https://a.test/f)',
    ],
    [
      'controls that nobody listens to as warnings',
      {
        ...card(
          text('a', { selectAction: { type: 'Action.Execute', title: 'b' } }),
          { type: 'Input.Text', label: 'Why', value: 'c' },
          { type: 'Input.ChoiceSet', placeholder: 'c', choices: [{ title: 'd', value: 'e' }] },
        ),
        actions: [
          { type: 'Action.Submit', title: 'f' },
          { type: 'Action.OpenUrl', title: 'g', url: 'tel:1' },
          { title: 'h' },
        ],
      },
      'a\n\nWhy',
      [
        'body[0].selectAction: Action.Execute cannot be used here',
        `body[1]: ${input}.Text here: only its words are shown`,
        `body[2]: ${input}.ChoiceSet here`,
        'actions[0]: Action.Submit cannot be used here',
        'actions[1]: only web addresses can be opened',
        'actions[2]: an action cannot be used here',
      ],
    ],
    [
      'the words of inputs, and choices that need no menu',
      card(
        {
          type: 'Input.ChoiceSet',
          label: 'Which?',
          style: 'expanded',
          choices: [{ title: 'a', value: '1' }, { title: 'b' }],
        },
        { type: 'Input.Toggle', label: 'Terms', title: 'I agree' },
      ),
      'Which?\n- a\n- b\n\nTerms\nI agree',
      [
        `body[0]: ${input}.ChoiceSet here: only its words are shown`,
        `body[1]: ${input}.Toggle here: only its words are shown`,
      ],
    ],
    [
      'what an action would show, and nothing else that is hidden',
      {
        ...card(
          text('a'),
          text('b', { id: 'more', isVisible: false }),
          text('c', { id: 'other', isVisible: false }),
        ),
        actions: [
          { type: 'Action.ToggleVisibility', title: 'd', targetElements: [{ elementId: 'more' }] },
        ],
      },
      'a\n\nb',
      [
        'body[2]: is hidden, and no action of the card shows it',
        'actions[0]: what it shows is shown already',
      ],
    ],
    [
      'elements that are unknown as their fallback, or their texts',
      card(
        { type: 'Hologram', fallback: { type: 'Smell', fallback: text('a') } },
        { type: 'Hologram', text: 'b', fallback: 'drop' },
        { type: 'Hologram', title: 'c', items: [text('d')] },
      ),
      'a\n\nc\n\nd',
      [
        'body[1]: unknown element type Hologram: left out, as its fallback says',
        'body[2]: unknown element type Hologram: only its texts are shown',
      ],
    ],
    [
      'what stands in for one that shows nothing',
      { ...card({ type: 'Icon', name: 'X' }), speak: '<s>Hello</s> there' },
      'Hello  there',
    ],
    [
      'a message of several cards with the text above them',
      {
        type: 'message',
        text: '**a**',
        attachments: [card(text('b')), card(text('c', { size: 'large' }), text('d'))].map(
          (content) => ({ contentType: 'application/vnd.microsoft.card.adaptive', content }),
        ),
      },
      '**a**\nb\nc\nd',
    ],
  ])
})
