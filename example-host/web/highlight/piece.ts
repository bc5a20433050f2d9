export type Kind = 'key' | 'string' | 'comment' | 'number' | 'title' | 'removed'

/** A part of some code, and what it is; null for nothing special. */
export interface Piece {
  readonly kind: Kind | null
  readonly text: string
}
