/** Of these, what one of `hands` gets to which they are dealt out in turns. */
export function dealt<T>(all: readonly T[], hands: number, hand: number): readonly T[] {
  return all.filter((_, at) => at % hands === hand % hands)
}
