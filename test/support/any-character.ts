import fc from 'fast-check'

/** Any code point, halves of pairs too. fast-check's own `binary` takes a second to prepare. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((code) => String.fromCodePoint(code))
