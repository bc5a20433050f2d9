import { BODY_FACT } from '../../../../../lib/model/event-rules.js'
import { asksValue, type EffectKind, type Relation, type Sentence, valuesIn } from './sentence.js'

/** What is missing, or null. */
export function lackOf({ tests, effects }: Sentence): string | null {
  for (const { fact, relation, text } of tests) {
    if (fact.trim() === BODY_FACT)
      return 'Enter the path of a value in the body, such as alert.team.'
    if (asksValue(relation) && valuesIn(text).length === 0) return `Enter a value for ${fact}.`
    const others = tests.filter((test) => test.fact === fact)
    const isOnce = others.filter((test) => KEYS[test.relation] === KEYS[relation]).length === 1
    if (!isOnce || (relation === 'is' && others.length > 1)) {
      return `There are two conditions about ${fact}. Put all its values into one.`
    }
  }
  if (effects.length === 0) return 'Say what happens.'
  const empty = effects.find(({ kind, text }) => kind in ADVICE && text.trim() === '')
  return empty === undefined ? null : (ADVICE[empty.kind] ?? null)
}

/** What the API has of each fact only once. */
const KEYS: Readonly<Record<Relation, string>> = {
  is: 'is',
  not: 'not',
  atLeast: 'least',
  known: 'exists',
  unknown: 'exists',
}

const ADVICE: Readonly<Partial<Record<EffectKind, string>>> = {
  channel: 'Choose a channel.',
  mention: 'Enter who is mentioned: @ and a name, @channel or @here.',
}
