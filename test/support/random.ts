/** Numbers below 1 that look random, the same for the same seed. */
export function generator(seed: number): () => number {
  let state = seed
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The same members in another order, the same for the same numbers. */
export function shuffled<Member>(members: readonly Member[], random: () => number): Member[] {
  return members
    .map((member) => ({ member, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ member }) => member)
}
