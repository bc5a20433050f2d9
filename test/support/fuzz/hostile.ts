import type { JsonValue } from '../../../lib/model/records.js'

/** Addresses that tell in what place of a payload they were, and as what. */
export const HOSTS = {
  link: 'https://link.evil.test/m/',
  picture: 'https://picture.evil.test/m/',
  html: 'https://html.evil.test/m/',
} as const

const MENTIONS = '@channel @all @here @bob <!channel> <!here> <!everyone> <@U123>'
const KNOWN = '<@bob11111111111111111111111> <bob11111111111111111111111> <!channel|x> <@&5> <@5>'

type Make = (address: (kind: keyof typeof HOSTS) => string) => string

// prettier-ignore
const TEXTS: readonly Make[] = [
  () => MENTIONS,
  () => KNOWN,
  () => '&lt;!channel&gt; &lt;@U123&gt; &amp;lt;!here&amp;gt; &#64;channel &commat;all &#x40;here',
  () => '\\@channel \\<!here> \\\\@all',
  () => 'a@channel\n@here\r\n@all\u2028@channel\u0000@here\u200b@all',
  (at) => `[x](${at('link')})`,
  (at) => `[x](<${at('link')}> "t")`,
  (at) => `[x][1]\n\n[1]: ${at('link')}`,
  (at) => `[${at('link')}]`,
  (at) => `<${at('link')}|x>`,
  (at) => `<${at('link')}>`,
  (at) => `see ${at('link')} now`,
  (at) => `(${at('link')}) "${at('link')}" *${at('link')}* ${at('link')}.`,
  (at) => `] [x](${at('link')}) [`,
  (at) => `](${at('link')})`,
  (at) => `\\[x](${at('link')}) \\\\[x](${at('link')})`,
  (at) => `\`[x](${at('link')}) \`\` [y](${at('link')})`,
  (at) => `\`\`\`\n[x](${at('link')})`,
  (at) => `\`\`\`\n\`\`\`\n~~~\n[x](${at('link')})\n~~~ [y](${at('link')})`,
  (at) => `**[x](${at('link')})** _[x](${at('link')})_ ~~[x](${at('link')})~~`,
  (at) => `a\n\n    [x](${at('link')})\n\n- [x](${at('link')})\n> [x](${at('link')})`,
  (at) => `| a |\n|---|\n| [x](${at('link')}) |`,
  (at) => `||[x](${at('link')})|| -# [x](${at('link')})\n>>> [x](${at('link')})`,
  (at) => `![x](${at('picture')})`,
  (at) => `!\\[x](${at('picture')}) \\![x](${at('picture')}) !![x](${at('picture')} "icon")`,
  (at) => `[![x](${at('picture')})](${at('link')})`,
  (at) => `![x][1]\n\n[1]: ${at('picture')}`,
  (at) => `!\u0000[x](${at('picture')}) !\u202e[x](${at('picture')})`,
  (at) => `> \`\`\`\n![x](${at('picture')})\n> \`\`\``,
  (at) => `- \`\`\`\n![x](${at('picture')})\n\`\`\``,
  (at) => `- a\n  \`\`\`\n![x](${at('picture')})\n  \`\`\``,
  (at) => `| a \` | ![x](${at('picture')}) \` |\n|---|---|\n| \` | ![x](${at('picture')})\` |`,
  (at) => `# \`a\n![x](${at('picture')})\` \\\\![x](${at('picture')})`,
  (at) => `<https://a.test/\`> ![x](${at('picture')}) \` [a](\`) ![x](${at('picture')}) \``,
  (at) => `${'`'.repeat(101)}\n\`\`\`\n${'`'.repeat(101)}\n![x](${at('picture')})`,
  (at) => `\`![x]\` ![x]\n\n[x]: ${at('picture')}`,
  (at) => `<a href="${at('html')}">x</a>`,
  (at) => `<img src="${at('html')}"><img src=${at('html')} onerror=alert(1)>`,
  (at) => `<script src="${at('html')}"></script><iframe src="${at('html')}"></iframe>`,
  (at) => `<b><i><a href='${at('html')}'>x</b></i></a><!-- ${at('html')} --><br/>`,
  (at) => `</p><svg/onload=alert(1)><a href=${at('html')}>`,
  (at) => `&lt;img src="${at('html')}"&gt; &#60;a href="${at('html')}"&#62;x`,
  (at) => `[x](javascript:alert(1)) <javascript:alert(1)|x> <a href="javascript:alert('${at('html')}')">x</a>`,
  () => 'javascript:alert(1)',
  () => 'JaVaScRiPt://%0aalert(1)//https://a.test',
  () => 'data:text/html,<script>alert(1)</script>',
  () => 'https://bare.test/x',
  () => 'https://user:pass@bare.test:99999/',
  () => 'https://bare.test/\u202egnp.exe?`*_~|<>()[]"\'',
  () => 'http://[',
  () => '\u202e\u2066bidi\u2069\u202c \u0007\u001b[31mred\u001b[0m \u009f \ufffc\ufffb',
  () => 'lone \ud800 and \udfff and \u0000',
  () => '** __ ~~ ``` ` *a _b ~c # d\n# e\n- f\n1. g\n> h\n---\n===\n\ta\n    b',
  () => ' \n\t \r\n ',
  () => '\u200b\u2060\ufeff',
  () => '<t:1700000000:R> <t:-1> <t:999999999999> <:x:1> <#5> ${a} {{b}} %s',
  () => '2026-11-23T10:00:00Z',
  () => '0000-99-99T99:99:99Z',
  () => '9999999999999999999999',
  () => '-1',
  () => '1e400',
  () => '👩‍👩‍👧‍👦🏳️‍🌈é\u0301\u0301',
]

/** How many texts there are. */
export const HOSTILE_COUNT = TEXTS.length

/** One of the texts, for the member of this name. */
export function hostileText(index: number, name: string): string {
  const member = name.replace(/\W/g, '') || 'x'
  return TEXTS[index % TEXTS.length]?.((kind) => HOSTS[kind] + member) ?? ''
}

/** What an inherited member would answer to. */
export const NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'length',
]

/** One of each type of JSON, and what lies at its edges. */
export const VALUES: readonly JsonValue[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  4_294_967_296,
  '',
  'x',
  [],
  {},
  [null],
  [[], {}, 'x', 1, null],
  { a: {} },
  { text: null, type: {}, url: [] },
]

/** Texts that are long, of this many characters. */
export function longTexts(length: number): readonly string[] {
  // prettier-ignore
  const units = [
    'a', '*', '_', '[', '](', '<b>', '<i><b>', '</b>', '&', '\\', '`', '``\n', '|', '@channel ', '🎉', 'é\u0301',
    '\n', '> ', '- a\n', 'https://bare.test/a ', '<https://bare.test/|x>', '![a](', '<a href=x>', '<t:1>',
    '||a||', '!', '~~~\n', ' ', '\u202e', '<', '&lt;', '<@5>', '**a** ', '_a', '||', 'a|', '#',
  ]
  const address = `https://bare.test/${'a'.repeat(length)}`
  return [...units.map((unit) => unit.repeat(Math.ceil(length / unit.length))), address]
}
