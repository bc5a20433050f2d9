/** What is asked for together, by name, and what one statement for all of it returns. */
interface Shared<Member, Result> {
  readonly members: Map<string, Member>
  readonly result: Promise<Result>
}

/**
 * What is asked for until `begin` resolves shares a call of `run`, with at most `most` members. `begin` is
 * given the end of the call before, which never rejects.
 */
export function sharing<Member, Result>(
  run: (members: ReadonlyMap<string, Member>) => Promise<Result>,
  begin: (before: Promise<unknown>) => Promise<unknown>,
  most = Infinity,
): () => Shared<Member, Result> {
  let next: Shared<Member, Result> | null = null
  let last: Promise<unknown> = Promise.resolve()
  return () => {
    if (next && next.members.size < most) return next
    const members = new Map<string, Member>()
    const result = begin(last).then(() => {
      if (next?.members === members) next = null
      return run(members)
    })
    last = result.catch(() => undefined)
    next = { members, result }
    return next
  }
}
