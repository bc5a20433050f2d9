/** The elements that HTML of a post may have, and their attributes (docs/rendering.md). */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  p: ['class'],
  br: [],
  hr: [],
  h3: ['class'],
  strong: [],
  em: [],
  s: [],
  code: [],
  pre: [],
  ul: [],
  ol: ['start'],
  li: [],
  blockquote: ['class', 'style'],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['class'],
  td: ['class'],
  a: ['class', 'href', 'target', 'rel'],
  img: ['class', 'src', 'alt', 'loading', 'referrerpolicy'],
  div: ['class'],
  dl: ['class'],
  dt: [],
  dd: [],
  span: ['class'],
  time: ['datetime'],
}

/** What the values of attributes look like. */
const VALUES: Readonly<Record<string, RegExp>> = {
  class: /^eiw-[a-z0-9]+(?: eiw-[a-z]+)?$/,
  style: /^--eiw-color:#(?:[\da-f]{3}|[\da-f]{6})$/i,
  start: /^\d+$/,
  href: /^(?:https?:\/\/[^\s/]|mailto:)\S*$/i,
  src: /^https?:\/\/[^\s/]\S*$/i,
  target: /^_blank$/,
  rel: /^noopener noreferrer nofollow$/,
  loading: /^lazy$/,
  referrerpolicy: /^no-referrer$/,
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/,
  alt: /^/,
}

const EMPTY = new Set(['br', 'hr', 'img'])
const TAG = /<(\/?)([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)>/g

/** What is in HTML that may not be, one line each: a reader that knows nothing but the list. */
export function htmlFaults(html: string): readonly string[] {
  const faults: string[] = []
  const open: string[] = []
  for (const [tag, slash, name = '', attributes = ''] of html.matchAll(TAG)) {
    if (!Object.hasOwn(ALLOWED, name)) faults.push(tag)
    if (slash === '') {
      faults.push(...attributeFaults(name, attributes))
      if (!EMPTY.has(name)) open.push(name)
    } else if (open.pop() !== name) faults.push(`${tag} closes another element`)
  }
  const rest = html.replace(TAG, '')
  if (/[<>]/.test(rest)) faults.push(`not escaped: ${rest}`)
  return open.length > 0 ? [...faults, `open: ${open.join(' ')}`] : faults
}

function attributeFaults(element: string, attributes: string): readonly string[] {
  return [...attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)].flatMap(
    ([written, name = '', value = '']) =>
      ALLOWED[element]?.includes(name) && VALUES[name]?.test(unescaped(value))
        ? []
        : [`${element}${written}`],
  )
}

const BLOCK = /^<\/?(?:p|br|hr|h3|pre|ul|ol|li|blockquote|table|t[rhd]|div|d[ltd]|img|time|span)\b/

/** What a reader sees of HTML: its text, with the addresses of links and pictures behind them. */
export function textOfHtml(html: string): string {
  const addresses: string[] = []
  const text = html.replace(TAG, (tag, slash: string, name: string, attributes: string) => {
    const [, address = ''] = / (?:href|src)="([^"]*)"/.exec(attributes) ?? []
    const [, alt = ''] = / alt="([^"]*)"/.exec(attributes) ?? []
    if (name === 'img') return ` ${alt} ${address} `
    if (name === 'a' && slash === '') addresses.push(address)
    if (name === 'a' && slash !== '') return ` ${addresses.pop() ?? ''} `
    return BLOCK.test(tag) ? '\n' : ''
  })
  return unescaped(text)
}

function unescaped(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
