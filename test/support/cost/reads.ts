type Cost = (length: number, args: readonly unknown[], result: unknown) => number

const all: Cost = (length) => length
const upToFound: Cost = (length, [, from = 0], found) =>
  (Number(found) < 0 ? length : Number(found)) - Number(from)
const downToFound: Cost = (length, [, from = length], found) =>
  Math.min(length, Number(from)) - Math.max(0, Number(found))
const trimmed: Cost = (length, _args, result) => length - String(result).length

/** What the engine reads by itself, where a loop of its own stands behind one call. */
const OF_STRINGS: Readonly<Record<string, Cost>> = {
  indexOf: upToFound,
  includes: all,
  lastIndexOf: downToFound,
  trim: trimmed,
  trimStart: trimmed,
  trimEnd: trimmed,
  ...many(['split', 'replace', 'replaceAll', 'match', 'matchAll', 'search', 'normalize'], all),
  ...many(['toLowerCase', 'toUpperCase', 'isWellFormed', 'toWellFormed'], all),
}
const OF_ARRAYS: Readonly<Record<string, Cost>> = {
  ...many(['indexOf', 'lastIndexOf', 'includes', 'join', 'reverse', 'fill'], all),
  ...many(['shift', 'unshift', 'splice', 'copyWithin', 'toSpliced', 'toReversed'], all),
  ...many(['slice', 'concat', 'flat'], (_length, _args, result) => lengthOf(result)),
}

function many(names: readonly string[], cost: Cost): Readonly<Record<string, Cost>> {
  return Object.fromEntries(names.map((name) => [name, cost]))
}

let reads = 0

/** Characters and elements that the engine has read by itself while `work` ran. */
export function readsDuring(work: () => void): number {
  reads = 0
  work()
  return reads
}

/** For this thread, and for good. */
export function countReads(): void {
  for (const [name, cost] of Object.entries(OF_STRINGS)) spy(String.prototype, name, cost)
  for (const [name, cost] of Object.entries(OF_ARRAYS)) spy(Array.prototype, name, cost)
  spyOnExpressions()
}

function spy(prototype: object, name: string, cost: Cost): void {
  const original: unknown = Reflect.get(prototype, name)
  if (typeof original !== 'function') throw new Error(`there is no ${name}`)
  Reflect.defineProperty(prototype, name, {
    configurable: true,
    writable: true,
    value: function (this: unknown, ...args: unknown[]): unknown {
      const length = lengthOf(this)
      const result: unknown = Reflect.apply(original, this, args)
      reads += Math.max(1, cost(length, args, result))
      return result
    },
  })
}

// `test`, `replace` and the rest call it too, once it is not the engine's own.
function spyOnExpressions(): void {
  const exec: unknown = Reflect.get(RegExp.prototype, 'exec')
  if (typeof exec !== 'function') throw new Error('there is no exec')
  Reflect.defineProperty(RegExp.prototype, 'exec', {
    configurable: true,
    writable: true,
    value: function (this: RegExp, text: string): unknown {
      const from = this.global || this.sticky ? this.lastIndex : 0
      const found: unknown = Reflect.apply(exec, this, [text])
      const end = Array.isArray(found)
        ? Number(Reflect.get(found, 'index')) + lengthOf(found[0])
        : text.length
      reads += found === null && this.sticky ? 1 : Math.max(1, end - from)
      return found
    },
  })
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0
}
