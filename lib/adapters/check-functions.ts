/** For code without types. Throws a `TypeError` that lists all functions that an object lacks. */
export function checkFunctions(caller: string, given: unknown, names: readonly string[]) {
  const members = given instanceof Object ? given : {}
  const missing = names.filter((name) => typeof Reflect.get(members, name) !== 'function')
  if (missing.length === 0) return
  throw new TypeError(`${caller}: missing or not a function: ${missing.join(', ')}`)
}
