/** One figure of both worlds. */
export interface Row {
  readonly name: string
  readonly small: number
  readonly large: number
}

/** The databases of both worlds. */
export interface Worlds {
  readonly small: string
  readonly large: string
}
