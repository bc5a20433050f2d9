/** What is repeated in a place: each has made some reader of text look again and again at what it had seen. */
export const UNITS: readonly string[] = [
  ...Array.from(' a<>`&@#:()[]{}!.*_~|\\/-="'),
  ...['\n', '\r\n', '\t', ' \n', '\n\n', '\n ', '\n    ', '\n- ', '\n1. ', '\n> ', '=\n', '---\n'],
  ...[
    'a ',
    'a.',
    '> ',
    '> *',
    '&#',
    '&amp;',
    '@a ',
    '@a.',
    '@a @b ',
    '#a',
    ':a:',
    'a:',
    '-a',
    '1.',
  ],
  ...['www.', 'http://', '://', '![', '](', '[a](', '|-', '__', '~~', '**', '*a_', '_a*', '~a`'],
  ...[
    ' \u0301',
    ' \u200d',
    '*a* ',
    '`a` ',
    '``` `',
    '```',
    '```\n',
    '~~~\n',
    '<b>',
    '<a|',
    '<!',
    '<@U|',
    '<#C|',
  ],
  ...[
    '<https://a.b|',
    '<https://a.b> ',
    '<!here>',
    '<!date^1^{date}|',
    '<!date^1^{date}>',
    '{date}',
  ],
  ...[
    '\u00e9',
    '\u0301',
    '\u200d',
    '\u2028',
    '\u00a0',
    '\ufffb',
    '\ufffc',
    '\u{1f600}',
    '\u{1f1e6}',
  ],
  ...['\u0000', '\ud800', '\\"'],
]

/** Those that stand for the rest where all of them would take minutes. */
export const TELLING_UNITS: readonly string[] = [
  ...[' ', '\n', ' \n', '`', '<', '@a ', '*a_', '```\n', '<https://a.b|', '\u0301'],
]

/** What may stand around the repetitions. */
export const WRAPS: Readonly<Record<string, (repeated: string) => string>> = {
  'in a link': (text) => `[x${text}x](https://a.b)`,
  "in a link of Slack's": (text) => `<https://a.b|x${text}x>`,
  'in bold': (text) => `*x${text}x*`,
  'in a code block': (text) => `\`\`\`\n${text}`,
  'before a letter': (text) => `${text}x`,
  'before a line end': (text) => `x${text}\n`,
}
