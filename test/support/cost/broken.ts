/** Readers that cost the square of a text's length, each in a way of its own, to try the counting itself. */
export const BROKEN: Readonly<Record<string, (text: string) => unknown>> = {
  'a loop in a loop': (text) => {
    let pairs = 0
    for (const one of text) for (const other of text) if (one === other) pairs += 1
    return pairs
  },
  'a search in a loop': (text) => {
    let found = 0
    for (let at = 0; at < text.length; at += 1) if (text.indexOf('b', at) !== -1) found += 1
    return found
  },
  'an expression in a loop': (text) => {
    const expression = /b/g
    let found = 0
    for (let at = 0; at < text.length; at += 1) {
      expression.lastIndex = at
      if (expression.test(text)) found += 1
    }
    return found
  },
  'the head of a list in a loop': (text) => {
    const left = Array.from(text)
    while (left.length > 0) left.shift()
    return left
  },
}
