/** What a release looks at before it begins. */
export interface ReleaseState {
  readonly version: string
  readonly branch: string
  /** Of `git status --short`. */
  readonly changes: string
  readonly changelog: string
  /** The versions that the registry has. */
  readonly published: readonly string[]
}

/** Why the version cannot be released; none if it can. */
export function releaseProblems(state: ReleaseState): readonly string[] {
  const { version, branch, changes, changelog, published } = state
  const isDated = changelog.split('\n').some((line) => line.startsWith(`## ${version} - `))
  return [
    ...(branch === 'main' ? [] : [`the branch is ${branch || 'none'}, not main`]),
    ...(changes === '' ? [] : ['there are changes that are not committed']),
    ...(/^\d+\.\d+\.\d+$/.test(version) ? [] : [`${version} is no version`]),
    ...(isDated ? [] : [`CHANGELOG.md has no heading "## ${version} - DATE"`]),
    ...(published.includes(version) ? [`${version} is on the registry already`] : []),
  ]
}
