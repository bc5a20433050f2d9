/** Makes parsed JSON immutable, so that the store can return it without copying. */
export function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) freezeDeep(member)
    Object.freeze(value)
  }
  return value
}
