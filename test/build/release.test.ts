import { expect } from 'chai'
import { releaseProblems, type ReleaseState } from '../../build/release-problems.js'

const READY: ReleaseState = {
  version: '1.2.3',
  branch: 'main',
  changes: '',
  changelog: '# Changelog\n\n## 1.2.3 - 2026-11-24\n\n- all\n',
  published: ['1.2.2'],
  publishes: true,
  hasIdentity: true,
}

describe('a release', () => {
  it('begins where everything is in order', () => {
    expect(releaseProblems(READY)).to.deep.equal([])
    const shown = { ...READY, publishes: false, hasIdentity: false }
    expect(releaseProblems(shown)).to.deep.equal([])
  })

  const refusals: readonly [Partial<ReleaseState>, RegExp][] = [
    [{ branch: 'topic' }, /the branch is topic/],
    [{ changes: ' M README.md' }, /not committed/],
    [{ version: '1.2.3-next' }, /is no version/],
    [{ changelog: '# Changelog\n\n## 1.2.30 - 2026-11-24\n' }, /no heading "## 1\.2\.3 - DATE"/],
    [{ changelog: '# Changelog\n\n## 1.2.3\n' }, /no heading "## 1\.2\.3 - DATE"/],
    [{ published: ['1.2.3'] }, /on the registry already/],
    [{ hasIdentity: false }, /identity tokens/],
  ]
  for (const [change, reason] of refusals) {
    it(`does not begin with ${JSON.stringify(change)}`, () => {
      expect(releaseProblems({ ...READY, ...change }).join('\n')).to.match(reason)
    })
  }
})
