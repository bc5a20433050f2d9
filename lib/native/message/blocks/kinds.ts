import { memberNames, type Members } from '../../payload/reading.js'

/** The known members of a kind of block, beside those that each block has, and how it is shown. */
type Kind<Place> = readonly [
  names: string | ReadonlySet<string>,
  show: (block: Members, place: Place) => void,
]

/** Kinds of blocks by their types. `common`: the members that each block has. */
export function kindsOf<Place>(
  common: string,
  kinds: Readonly<Record<string, Kind<Place>>>,
): ReadonlyMap<string, readonly [ReadonlySet<string>, Kind<Place>[1]]> {
  return new Map(
    Object.entries(kinds).map(([type, [names, show]]) => [
      type,
      [typeof names === 'string' ? memberNames(`${common} ${names}`) : names, show],
    ]),
  )
}
