/** Those that senders write; others are rare in messages and stay as written. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])
const ENTITIES = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi
/** No character, or half of one. */
const NONE = /^(?:\0|\p{Cs})$/u

/** A text with the characters that its entities stand for. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(ENTITIES, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal)
    return characterOf(code)
  })
}

function characterOf(code: number) {
  const character = code > 0x10ffff ? '\0' : String.fromCodePoint(code)
  return NONE.test(character) ? '\ufffd' : character
}
