import fc from 'fast-check'

// prettier-ignore
const MARKUP = [
  '<', '>', '|', '!', '@', '#', '*', '**', '_', '~', '`', '```', '\n', '\n\n', ' ', '\\', '[', ']',
  '(', ')', '](', '<!here>', '<!date^1^{date}|x>', '<https://a.example|A>',
  '<javascript:alert(1)|x>', 'https://a.example/', 'javascript:alert(1)', '&lt;', '&copy;', '- ',
  '1. ', '# ', '> ', '|---|', 'word', 'é', '🎉', '@bob', '<@bob11111111111111111111111>', '~~~',
  '    ', '\t', '\ufffc', '\ud800',
]

/** Text in which markup of every kind is likely, broken and whole. */
export const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...MARKUP), fc.string({ maxLength: 5 })), { maxLength: 30 })
  .map((parts) => parts.join(''))

/** Addresses that may be linked, and those that must not. */
export const address = fc.oneof(
  fc.constantFrom('https://a.example/x', 'http://b.example', 'mailto:a@example.org', '/own/path'),
  fc.constantFrom(
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:x',
  ),
  fc.constantFrom(
    'data:text/html,x',
    'vbscript:x',
    'blob:x',
    'file:///etc/passwd',
    'javascript://%0aalert(1)',
  ),
  hostileText,
)

// prettier-ignore
const TYPES = [
  'header', 'section', 'context', 'actions', 'image', 'rich_text', 'markdown', 'table', 'video',
  'file', 'input', 'call', 'divider', 'alert', 'card', 'carousel', 'container', 'plan', 'task_card',
  'data_table', 'context_actions', 'mrkdwn', 'plain_text', 'raw_text', 'raw_number', 'button',
  'overflow', 'static_select', 'checkboxes', 'radio_buttons', 'datepicker', 'plain_text_input',
  'rich_text_section', 'rich_text_list', 'rich_text_quote', 'rich_text_preformatted', 'text',
  'link', 'user', 'emoji', 'date', 'broadcast', 'color', 'feedback_buttons', 'hologram',
]
const TEXTS = [
  'text',
  'alt_text',
  'title',
  'value',
  'name',
  'fallback',
  'format',
  'language',
  'range',
]
const ADDRESSES = ['url', 'image_url', 'title_url', 'video_url', 'thumbnail_url', 'title_link']
const NESTS = [
  'text',
  'title',
  'label',
  'placeholder',
  'description',
  'accessory',
  'element',
  'hint',
  'style',
]
const LISTS = [
  'elements',
  'fields',
  'options',
  'rows',
  'child_blocks',
  'tasks',
  'sources',
  'initial_options',
]

/** Blocks of every type whose members are often what they should be, and often not. */
export const block: fc.Arbitrary<unknown> = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { arbitrary: fc.record({ type: fc.constantFrom(...TYPES), text: hostileText }), weight: 3 },
    {
      arbitrary: fc.oneof(hostileText, address, fc.integer(), fc.boolean(), fc.constant(null)),
      weight: 1,
    },
    {
      arbitrary: fc
        .tuple(
          fc.constantFrom(...TYPES),
          fc.dictionary(fc.constantFrom(...TEXTS), hostileText, { maxKeys: 2 }),
          fc.dictionary(fc.constantFrom(...ADDRESSES), address, { maxKeys: 2 }),
          fc.dictionary(fc.constantFrom(...NESTS), tie('any'), { maxKeys: 2 }),
          fc.dictionary(fc.constantFrom(...LISTS), fc.array(tie('any'), { maxLength: 3 }), {
            maxKeys: 2,
          }),
          fc.record(
            { indent: fc.nat(9), offset: fc.nat(), timestamp: fc.integer() },
            { requiredKeys: [] },
          ),
        )
        .map(([type, ...members]) => Object.assign({ type }, ...members) as unknown),
      weight: 5,
    },
  ),
})).any

/** Blocks whose members have the types that they should have. */
export const plausibleBlock: fc.Arbitrary<object> = fc
  .tuple(hostileText, hostileText, address, address)
  .chain(([a, b, url, other]) => {
    const mrkdwn = { type: 'mrkdwn', text: a }
    const plain = { type: 'plain_text', text: b }
    const button = { type: 'button', text: plain, url }
    const text = { type: 'text', text: a, style: { bold: true } }
    const inline = [
      text,
      { type: 'text', text: b },
      { type: 'link', url, text: a },
      { type: 'link', url: other },
    ]
    const line = { type: 'rich_text_section', elements: inline }
    const image = { type: 'image', image_url: url, alt_text: a, title: plain }
    const date = { type: 'date', timestamp: 1, format: '{date}', url, fallback: b }
    return fc.constantFrom<object>(
      { type: 'header', text: plain },
      { type: 'section', text: mrkdwn, fields: [plain], accessory: button },
      { type: 'section', text: plain, accessory: image },
      {
        type: 'section',
        text: { ...mrkdwn, verbatim: true },
        accessory: { type: 'overflow', options: [button] },
      },
      { type: 'context', elements: [image, mrkdwn, plain] },
      { type: 'actions', elements: [button, { ...button, url: other }] },
      image,
      { type: 'image', slack_file: { url }, alt_text: b },
      {
        type: 'rich_text',
        elements: [line, { type: 'rich_text_list', style: 'bullet', elements: [line] }],
      },
      { type: 'rich_text', elements: [{ type: 'rich_text_preformatted', elements: inline }] },
      { type: 'rich_text', elements: [{ type: 'rich_text_quote', elements: [date, ...inline] }] },
      {
        type: 'table',
        rows: [[{ type: 'raw_text', text: a }], [{ type: 'rich_text', elements: [line] }]],
      },
      {
        type: 'video',
        title: plain,
        title_url: url,
        video_url: other,
        thumbnail_url: url,
        alt_text: a,
      },
      { type: 'call', call: { v1: { name: a, join_url: url } } },
      { type: 'file', file: { name: a, permalink: url } },
      { type: 'card', title: mrkdwn, hero_image: image, actions: [button] },
      { type: 'task_card', title: a, sources: [{ type: 'url', url, text: b }] },
      { type: 'markdown', text: a },
      { type: 'hologram', title: a, url },
    )
  })
