import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { load } from 'js-yaml'
import { releaseProblems, type ReleaseState } from '../../build/release-problems.js'
import { ROOT } from '../support/root.js'

const READY: ReleaseState = {
  version: '1.2.3',
  branch: 'main',
  changes: '',
  changelog: '# Changelog\n\n## 1.2.3 - 2026-11-24\n\n- all\n',
  published: ['1.2.2'],
}

describe('a release', () => {
  it('begins where everything is in order', () => {
    expect(releaseProblems(READY)).to.deep.equal([])
  })

  const refusals: readonly [Partial<ReleaseState>, RegExp][] = [
    [{ branch: 'topic' }, /the branch is topic/],
    [{ changes: ' M README.md' }, /not committed/],
    [{ version: '1.2.3-next' }, /is no version/],
    [{ changelog: '# Changelog\n\n## 1.2.30 - 2026-11-24\n' }, /no heading "## 1\.2\.3 - DATE"/],
    [{ changelog: '# Changelog\n\n## 1.2.3\n' }, /no heading "## 1\.2\.3 - DATE"/],
    [{ published: ['1.2.3'] }, /on the registry already/],
  ]
  for (const [change, reason] of refusals) {
    it(`does not begin with ${JSON.stringify(change)}`, () => {
      expect(releaseProblems({ ...READY, ...change }).join('\n')).to.match(reason)
    })
  }
})

interface Workflow {
  readonly permissions: unknown
  readonly jobs: Readonly<Record<'build' | 'publish', Job>>
}

interface Job {
  readonly needs?: string
  readonly permissions: unknown
  readonly steps: readonly {
    readonly uses?: string
    readonly run?: string
    readonly env?: object
  }[]
}

describe('the workflow that publishes', () => {
  let workflow: Workflow
  before(async () => {
    const text = await readFile(join(ROOT, '.github/workflows/release.yml'), 'utf8')
    workflow = load(text) as Workflow
  })

  it('gives the job that runs code no rights and no token', () => {
    const { permissions, jobs } = workflow
    expect(permissions).to.deep.equal({})
    expect(jobs.build.permissions).to.deep.equal({ contents: 'read' })
    expect(JSON.stringify(jobs.build)).to.not.include('secrets.')
  })

  it('publishes the package that was tested, in a job that has nothing else to run', () => {
    const { needs, steps } = workflow.jobs.publish
    expect(needs).to.equal('build')
    expect(
      steps.flatMap(({ uses = [] }) => uses).map((action) => action.split('@')[0]),
    ).to.have.members(['actions/setup-node', 'actions/download-artifact'])
    const [withToken, ...others] = steps.filter(({ env }) =>
      JSON.stringify(env ?? {}).includes('secrets.'),
    )
    expect(others).to.deep.equal([])
    expect(withToken?.run).to.match(/^npm publish \.\/\*\.tgz --provenance .*--ignore-scripts$/)
  })
})
