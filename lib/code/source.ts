/** Both from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** The names of members and the places in lists that lead to a value. */
export type Path = readonly (string | number)[]

/** Something in a file that must be corrected. */
export interface Mistake {
  readonly place: Place
  readonly reason: string
}

/** What a file says, and where it says it. */
export interface Source {
  /** Undefined if there are mistakes. */
  readonly value: unknown
  readonly mistakes: readonly Mistake[]
  /** Where the value is, or else the nearest one that is there and has it or would have it. */
  readonly placeOf: (path: Path) => Place
}

/** Mistakes of a file, one in a line. */
export class Mistakes extends Error {
  constructor(file: string, mistakes: readonly Mistake[]) {
    const inOrder = [...mistakes].sort(
      ({ place: a }, { place: b }) => a.line - b.line || a.column - b.column,
    )
    super(
      inOrder
        .map(({ place: { line, column }, reason }) => `${file}:${line}:${column}: ${reason}`)
        .join('\n'),
    )
  }
}
