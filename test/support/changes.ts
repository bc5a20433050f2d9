import fc from 'fast-check'

const TOKENS = ['"', '{', '}', '[', ']', ',', ':', 'null', '\\', '\\u0000', '\\ud800', '1e999', '-']
  .concat(['<', '>', '|', '&', '%', '=', '`', '```', '\n', '\u0000', '\u202e', '🎉', '__proto__'])
  .map((token) => Buffer.from(token))

/** A change of some bytes. */
export interface Change {
  readonly kind: 'flip' | 'cut' | 'repeat' | 'insert' | 'move'
  /** Places as shares of the length. */
  readonly from: number
  readonly to: number
  readonly token: Buffer
}

const share = fc.double({ min: 0, max: 1, noNaN: true })
export const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('flip' as const, 'cut' as const, 'repeat' as const, 'insert', 'move'),
  from: share,
  to: share,
  token: fc.constantFrom(...TOKENS),
})

export function changed(bytes: Uint8Array, { kind, from, to, token }: Change): Uint8Array {
  const [start = 0, end = 0] = [from, to].map((at) => Math.floor(at * bytes.length)).sort(rising)
  const [before, part, after] = [bytes.slice(0, start), bytes.slice(start, end), bytes.slice(end)]
  switch (kind) {
    case 'flip':
      return Uint8Array.from(bytes, (byte, at) => (at === start ? byte ^ (token[0] ?? 1) : byte))
    case 'cut':
      return Buffer.concat([before, after])
    case 'repeat':
      return Buffer.concat([before, part, part.slice(0, 2_000), after])
    case 'insert':
      return Buffer.concat([before, token, part, after])
    case 'move':
      return Buffer.concat([after, part, before])
  }
}

function rising(a: number, b: number): number {
  return a - b
}
