import type { Template } from '../../lib/model/template.js'
import { FILTERS } from '../../lib/formats/templates/filters.js'
import { HOSTILE_COUNT, hostileText, NAMES, VALUES } from './fuzz/hostile.js'
import { generator } from './random.js'

/** What no template may write: members that values inherit. */
export const INHERITED = 'INHERITED'

const MEMBERS = ['a', 'b', 'c', 'list', 'rows', 'inherited', ...NAMES]
const LITERALS = ['x ', 'y: ', '\n', '**', '`', '[', '](', ')', ']', '- ', '# ', '> ', '}}', 'é🎉']
const MARKS = ['**', '`', '[', '](', ')']

const LONG = ['é '.repeat(9_000), Array.from({ length: 6_000 }, () => 'long')]

/** A template and a payload for it. */
export interface Trial {
  readonly template: Template
  readonly payload: unknown
  /** Whether its own text has no marks, and it no link. */
  readonly isPlain: boolean
}

/** Any number of trials, the same for the same seed. Some templates have faults. */
export function* trials(count: number, seed: number): Generator<Trial> {
  const random = generator(seed)
  for (let made = 0; made < count; made += 1) yield new Maker(random).trial()
}

class Maker {
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  trial(): Trial {
    const isPlain = this.#random() < 0.5
    const literals = isPlain ? LITERALS.filter((text) => !MARKS.includes(text)) : LITERALS
    const text = (): string => this.#text(literals, 3)
    const maybe = (make: () => string): string => (this.#random() < 0.5 ? make() : '')
    const template: Template = {
      title: maybe(text),
      link: isPlain ? '' : maybe(() => this.#one(['https://own.test/', this.#tag(), ''])),
      color: maybe(() => this.#one(['good', '#c0392b', this.#tag()])),
      body: text(),
      fields: this.#random() < 0.5 ? [] : [{ title: text(), value: text() || 'x' }],
      incident: maybe(() => this.#tag()),
      state: maybe(() => this.#one(['open', this.#tag()])),
    }
    return { template, payload: this.#value(3), isPlain }
  }

  #text(literals: readonly string[], depth: number): string {
    return Array.from({ length: this.#below(5) }, () => this.#part(literals, depth)).join('')
  }

  #part(literals: readonly string[], depth: number): string {
    const inner = (): string => (depth > 0 ? this.#text(literals, depth - 1) : '')
    switch (this.#below(12)) {
      case 0:
        return `{{#each ${this.#path()}}}${inner()}{{/each}}`
      case 1:
        return `{{#if ${this.#path()}}}${inner()}{{else}}${inner()}{{/if}}`
      case 2:
        return `{{#if ${this.#path()} == ${this.#argument()}}}${inner()}{{/if}}`
      case 3:
        return this.#random() < 0.1 ? this.#broken() : this.#one(literals)
      case 4:
      case 5:
      case 6:
        return this.#one(literals)
      default:
        return this.#tag()
    }
  }

  #tag(): string {
    const calls = Array.from({ length: this.#below(3) }, () => ` | ${this.#call()}`)
    return `{{${this.#path()}${calls.join('')}}}`
  }

  #call(): string {
    const name = this.#one(Object.keys(FILTERS))
    const { takes = [] } = FILTERS[name] ?? {}
    const args = takes.map((kind) => {
      if (kind === 'count') return `${1 + this.#below(20)}`
      return kind === 'path' ? `"${this.#one(MEMBERS)}"` : this.#argument()
    })
    return args.length === 0 ? name : `${name}: ${args.join(', ')}`
  }

  #argument(): string {
    return this.#one(['"a"', '""', '5', '-1.5', '"}}"', '"x y"', '"\n"'])
  }

  #path(): string {
    const names = Array.from({ length: 1 + this.#below(3) }, () =>
      this.#one([...MEMBERS, '0', '1']),
    )
    return (this.#random() < 0.4 ? ['this', ...names.slice(1)] : names).join('.')
  }

  /** Something of a tag, cut anywhere. */
  #broken(): string {
    const tag = this.#one([this.#tag(), '{{#each a}}', '{{/if}}', '{{else}}', '{{a | b: "c"}}'])
    return tag.slice(0, this.#below(tag.length + 1))
  }

  #value(depth: number): unknown {
    if (this.#random() < 0.005) return this.#one(LONG)
    const kind = this.#below(depth > 0 ? 6 : 3)
    if (kind === 0) return this.#one(VALUES)
    if (kind < 3) return hostileText(this.#below(HOSTILE_COUNT), 'm')
    if (kind === 3) return Array.from({ length: this.#below(4) }, () => this.#value(depth - 1))
    const members: unknown = Object.create({ inherited: INHERITED })
    for (const name of MEMBERS.filter(() => this.#random() < 0.4)) {
      if (name === 'inherited') continue
      Object.defineProperty(members, name, { value: this.#value(depth - 1), enumerable: true })
    }
    return members
  }

  #one<T>(all: readonly T[]): T {
    const found = all[this.#below(all.length)]
    if (found === undefined) throw new Error('there is nothing to choose')
    return found
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count)
  }
}
