import { expect } from 'chai'
import { azuredevops } from '../../../lib/formats/forges/azuredevops/index.js'
import { bitbucket } from '../../../lib/formats/forges/bitbucket/index.js'
import { gitea } from '../../../lib/formats/forges/gitea/index.js'
import { github } from '../../../lib/formats/forges/github/index.js'
import { gitlab } from '../../../lib/formats/forges/gitlab/index.js'
import type { FormatRequest } from '../../../lib/formats/format-request.js'
import type { Format } from '../../../lib/formats/format.js'
import { eventOf } from '../operations/shown.js'
import { shownBy, type Shown } from './shown.js'

const repository = { full_name: 'octo/app', html_url: 'https://github.test/octo/app' }
const sender = { login: 'mona' }
const OF_GITHUB = { repository, sender: { ...sender, url: 'https://api.github.com/users/mona' } }
const pull_request = {
  number: 12,
  title: 'Fix leak',
  html_url: 'https://github.test/octo/app/pull/12',
  body: '## Why\n<!-- a template -->\nSee [the log](https://logs.test).',
  head: { ref: 'leak' },
  base: { ref: 'main' },
  created_at: '2026-01-01T10:00:00Z',
  updated_at: '2026-01-02T12:00:00Z',
}
const issue = { number: 7, title: 'It leaks', html_url: 'https://github.test/octo/app/issues/7' }
const ISSUE = '[#7 It leaks](https://github.test/octo/app/issues/7)'
const PULL = '[#12 Fix leak](https://github.test/octo/app/pull/12)'

function event(name: string, body: object): Shown {
  return shownBy(github, { repository, sender, ...body }, { 'x-github-event': name })
}

describe('an event of GitHub', () => {
  const rows: readonly (readonly [name: string, body: object, title: string, rest: object])[] = [
    [
      'pull_request',
      { action: 'opened', pull_request },
      `mona opened pull request ${PULL}`,
      { event: 'pull_request.opened', state: 'open', text: 'Why\nSee the log.\nleak into main' },
    ],
    [
      'pull_request',
      {
        action: 'closed',
        pull_request: { ...pull_request, merged: true, merged_at: '2026-01-02T12:00:00Z' },
      },
      `mona merged pull request ${PULL}`,
      {
        event: 'pull_request.closed',
        state: 'closed',
        color: 'good',
        text: 'leak into main · open for 1 d 2 h',
      },
    ],
    [
      'pull_request',
      { action: 'closed', pull_request },
      `mona closed pull request ${PULL}`,
      { state: 'closed', color: '#8a94a6' },
    ],
    [
      'pull_request',
      { action: 'labeled', pull_request, label: { name: 'bug' } },
      `Pull request ${PULL} labeled (bug) by mona`,
      { isSkipped: true, state: 'update', incident: 'octo/app/pull/12' },
    ],
    [
      'pull_request_review',
      { action: 'submitted', pull_request, review: { state: 'approved', body: 'Thanks' } },
      `mona approved pull request ${PULL}`,
      { color: 'good', text: 'Thanks' },
    ],
    [
      'pull_request_review',
      { action: 'submitted', pull_request, review: { state: 'commented', body: 'Hm' } },
      `mona commented on pull request ${PULL}`,
      { isSkipped: false, text: 'Hm' },
    ],
    [
      'pull_request_review',
      { action: 'submitted', pull_request, review: { state: 'approved' } },
      `mona approved pull request ${PULL}`,
      { color: 'good', text: '' },
    ],
    [
      'pull_request',
      {
        action: 'opened',
        pull_request: {
          ...pull_request,
          body: '',
          head: { ref: 'main', repo: { full_name: 'mona/app' } },
          base: { ref: 'main', repo: { full_name: 'octo/app' } },
        },
      },
      `mona opened pull request ${PULL}`,
      { text: 'mona:main into main' },
    ],
    [
      'pull_request',
      {
        action: 'opened',
        pull_request: {
          ...pull_request,
          body: '',
          head: { ref: 'main', repo: { full_name: 'octo/app-fork' } },
          base: { ref: 'main', repo: { full_name: 'octo/app' } },
        },
      },
      `mona opened pull request ${PULL}`,
      { text: 'octo/app-fork:main into main' },
    ],
    [
      'workflow_run',
      { action: 'completed', workflow_run: { name: 'CI', conclusion: 'action_required' } },
      '[CI](https://github.test/octo/app) needs an action',
      { color: 'warning', isSkipped: false },
    ],
    [
      'status',
      { state: 'failure', context: 'ci/build', sha: 'a'.repeat(40), target_url: 'https://ci.test' },
      '[ci/build](https://ci.test) failed on aaaaaaa',
      { color: 'danger', isSkipped: false },
    ],
    [
      'status',
      { state: 'success', context: 'ci/build', target_url: 'https://ci.test' },
      '[ci/build](https://ci.test) passed',
      { isSkipped: true },
    ],
    [
      'issues',
      { action: 'closed', issue: { ...issue, state_reason: 'completed' } },
      `mona closed issue ${ISSUE}`,
      { color: 'good', state: 'closed' },
    ],
    [
      'issues',
      { action: 'closed', issue: { ...issue, state_reason: 'not_planned' } },
      `mona closed issue ${ISSUE} as not planned`,
      { color: '', state: 'closed' },
    ],
    [
      'issues',
      { action: 'closed', issue: { ...issue, state_reason: 'duplicate' } },
      `mona closed issue ${ISSUE} as a duplicate`,
      { color: '', state: 'closed' },
    ],
    [
      'create',
      { ref: 'fix/#12?', ref_type: 'branch' },
      'mona created the branch [fix/#12?](https://github.test/octo/app/tree/fix/%2312%3F)',
      {},
    ],
    [
      'pull_request_review_comment',
      { action: 'deleted', pull_request, comment: {} },
      `Comment on pull request ${PULL} deleted by mona`,
      { isSkipped: true },
    ],
    [
      'issue_comment',
      {
        action: 'created',
        issue: { ...issue, pull_request: {} },
        comment: { body: 'Same here', html_url: 'https://github.test/octo/app/pull/7#c' },
      },
      'mona commented on pull request [#7 It leaks](https://github.test/octo/app/pull/7#c)',
      { incident: 'octo/app/pull/7', text: 'Same here' },
    ],
    [
      'issues',
      { action: 'closed', issue },
      'mona closed issue [#7 It leaks](https://github.test/octo/app/issues/7)',
      { state: 'closed', incident: 'octo/app/issues/7' },
    ],
    [
      'create',
      { ref: 'v1', ref_type: 'tag' },
      'mona created the tag [v1](https://github.test/octo/app/tree/v1)',
      { event: 'create', isSkipped: false },
    ],
    [
      'release',
      { action: 'published', release: { tag_name: 'v1', name: 'v1', html_url: 'https://r.test' } },
      'mona published release [v1](https://r.test)',
      { event: 'release.published' },
    ],
    [
      'workflow_run',
      {
        action: 'completed',
        workflow_run: {
          id: 5,
          name: 'CI',
          conclusion: 'failure',
          head_branch: 'main',
          html_url: 'https://run.test',
          run_started_at: '2026-01-01T10:00:00Z',
          updated_at: '2026-01-01T10:03:00Z',
        },
      },
      '[CI](https://run.test) failed on main',
      {
        color: 'danger',
        state: 'closed',
        text: 'by mona · took 3 min',
        incident: 'octo/app/runs/5',
      },
    ],
    [
      'workflow_run',
      { action: 'completed', workflow_run: { name: 'CI', conclusion: 'success' } },
      '[CI](https://github.test/octo/app) passed',
      { isSkipped: true },
    ],
    [
      'workflow_run',
      { action: 'completed', workflow_run: { name: 'CI', conclusion: 'success', run_attempt: 2 } },
      '[CI](https://github.test/octo/app) passed',
      { isSkipped: false, color: 'good' },
    ],
    [
      'deployment_status',
      { deployment_status: { state: 'failure' }, deployment: { id: 1, environment: 'production' } },
      '[Deployment to production](https://github.test/octo/app) failed',
      { color: 'danger', isSkipped: false },
    ],
    [
      'secret_scanning_alert',
      {
        action: 'created',
        alert: { number: 3, secret_type: 'api_key', html_url: 'https://a.test' },
      },
      'New secret scanning alert [api key](https://a.test)',
      { color: 'danger', state: 'open' },
    ],
    [
      'star',
      { action: 'created' },
      '[Star created](https://github.test/octo/app) by mona',
      { isSkipped: true },
    ],
    [
      'milestone',
      { action: 'closed', milestone: { title: 'v2', html_url: 'https://m.test' } },
      'Milestone closed: [v2](https://m.test) by mona',
      { isSkipped: false },
    ],
    [
      'org_block',
      { action: 'blocked', blocked_user: { login: 'spam', html_url: 'https://github.test/spam' } },
      'mona blocked [spam](https://github.test/spam)',
      { event: 'org_block.blocked' },
    ],
    [
      'code_scanning_alert',
      {
        action: 'created',
        alert: { number: 3, rule: { description: 'Injection', severity: 'error' } },
      },
      'New code scanning alert [Injection](https://github.test/octo/app)',
      { text: 'Severity: error' },
    ],
    [
      'something_new',
      { action: 'happened' },
      '[Something new happened](https://github.test/octo/app) by mona',
      { event: 'something_new.happened', isSkipped: false },
    ],
    [
      'constructor',
      {},
      '[Constructor](https://github.test/octo/app) by mona',
      { event: 'constructor' },
    ],
    [
      'repository',
      { action: 'transferred', changes: { owner: { from: { user: { login: 'bo' } } } } },
      'Repository transferred: [octo/app](https://github.test/octo/app) (was bo) by mona',
      {},
    ],
    [
      'organization',
      { action: 'renamed', organization: { login: 'new' }, changes: { login: { from: 'old' } } },
      'Organization renamed: [new](https://github.test/octo/app) (was old) by mona',
      {},
    ],
    [
      'sponsorship',
      {
        action: 'pending_tier_change',
        sponsorship: { tier: { name: '$5 a month' } },
        changes: { tier: { from: { name: '$10 a month' } } },
      },
      'Sponsorship pending tier change: [$5 a month](https://github.test/octo/app) (was $10 a month) by mona',
      {},
    ],
    [
      'merge_group',
      { action: 'destroyed', reason: 'invalidated', merge_group: { base_ref: 'refs/heads/main' } },
      '[Merge queue](https://github.test/octo/app) of main: a group is invalidated',
      { color: 'danger', isSkipped: false },
    ],
    [
      'merge_group',
      { action: 'destroyed', reason: 'merged', merge_group: {} },
      '[Merge queue](https://github.test/octo/app) a group is merged',
      { isSkipped: true },
    ],
    [
      'pull_request',
      { action: 'dequeued', reason: 'CI_FAILURE', pull_request },
      `Pull request ${PULL} left the merge queue (ci failure)`,
      { color: 'danger', isSkipped: false },
    ],
    [
      'pull_request',
      { action: 'dequeued', reason: 'MANUAL', pull_request },
      `Pull request ${PULL} left the merge queue (manual)`,
      { isSkipped: true },
    ],
    [
      'deployment_review',
      {
        action: 'requested',
        environment: 'prod',
        workflow_run: { html_url: 'https://github.test/octo/app/actions/runs/5' },
        reviewers: [{ reviewer: { login: 'nora' } }, { reviewer: { name: 'admins' } }],
        requestor: sender,
      },
      'Waiting for approval: [deployment to prod](https://github.test/octo/app/actions/runs/5)',
      { color: 'warning', text: 'nora, admins · by mona', isSkipped: false },
    ],
    [
      'page_build',
      { build: { status: 'errored', error: { message: 'No such theme' } } },
      '[Pages](https://github.test/octo/app) could not be built',
      { color: 'danger', text: 'No such theme', isSkipped: false },
    ],
    [
      'page_build',
      { build: { status: 'built', error: { message: null } } },
      '[Pages](https://github.test/octo/app) built',
      { isSkipped: true },
    ],
    [
      'ping',
      { hook: { events: ['push', 'issues'] } },
      '[The webhook is connected](https://github.test/octo/app) (push, issues)',
      { event: 'ping' },
    ],
  ]
  for (const [name, body, title, rest] of rows) {
    it(`is shown: ${title}`, () => {
      const shown = event(name, body)
      expect(shown.title).to.equal(`[octo/app] ${title}`)
      expect(shown).to.deep.include(rest)
    })
  }

  it('shows five commits of a push, and how many more there are', () => {
    const commits = Array.from({ length: 7 }, (_, index) => ({
      id: `${index}234567890abcdef`,
      message: `Change ${index}\n\nDetails`,
      url: `https://c.test/${index}`,
      author: { username: index === 0 ? 'mona' : 'hubot' },
    }))
    const push = { ref: 'refs/heads/main', commits, compare: 'https://compare.test', forced: true }
    const shown = event('push', push)
    expect(shown.title).to.equal(
      '[octo/app] mona force-pushed [7 commits](https://compare.test) to main',
    )
    expect(shown.color).to.equal('warning')
    expect(shown.text.split('\n')).to.deep.equal([
      '- [0234567](https://c.test/0) Change 0',
      ...[1, 2, 3, 4].map((at) => `- [${at}234567](https://c.test/${at}) Change ${at} (hubot)`),
      '- and 2 more',
    ])
  })

  it('is quiet about a branch that another event tells', () => {
    const gone = { ref: 'refs/heads/leak', deleted: true, commits: [] }
    expect(event('push', gone)).to.deep.include({ isSkipped: true })
    expect(event('delete', { ref: 'leak', ref_type: 'branch' }).isSkipped).to.equal(false)
  })

  it('is known by its members where a proxy dropped the header', () => {
    const shown = shownBy(github, { ...OF_GITHUB, action: 'opened', issue })
    expect(shown.event).to.equal('issues.opened')
  })

  for (const [members, isKnown] of [
    [{ action: 'opened', issue }, true],
    [{ action: 'labeled', issue }, true],
    [{ action: 'levitated', issue }, false],
    [{ action: 'levitated', levitation: {} }, false],
  ] as const) {
    it(`is ${isKnown ? '' : 'not '}known by ${Object.keys(members).join()} alone: ${members.action}`, () => {
      const event = eventOf(github, { ...OF_GITHUB, ...members })
      expect(event).to.deep.include(isKnown ? {} : { isKnown: false })
      expect(Object.keys(event).includes('isKnown')).to.equal(!isKnown)
    })
  }

  for (const [url, isClaimed] of [
    ['https://api.github.com/users/mona', true],
    ['https://api.acme.ghe.com/users/mona', true],
    ['https://git.acme.test/api/v3/users/mona', true],
    ['https://git.acme.test/api/v1/users/mona', false],
    ['https://gitee.com/api/v5/users/mona', false],
    ['https://evil.test/?https://api.github.com/', false],
    ['https://api.github.com.evil.test/users/mona', false],
    [undefined, false],
  ] as const) {
    it(`is ${isClaimed ? '' : 'not '}claimed of a sender at ${String(url)}`, () => {
      const value = { repository, sender: { ...sender, url } }
      const request = { headers: {}, query: {}, body: { kind: 'json', value, text: '' } } as const
      expect(github.detect?.(request)).to.equal(isClaimed ? 'body' : null)
      expect(github.read(request).kind === 'refuse').to.equal(!isClaimed)
    })
  }

  it('has the id of its delivery', () => {
    const headers = { 'x-github-event': 'ping', 'x-github-delivery': 'a-1' }
    expect(shownBy(github, { zen: 'Design for failure.' }, headers).deliveryId).to.equal('a-1')
  })

  it('is refused without anything to tell', () => {
    const body = { kind: 'json', value: { object_kind: 'push' }, text: '' } as const
    expect(github.read({ headers: {}, query: {}, body })).to.deep.equal({
      kind: 'refuse',
      path: 'X-GitHub-Event',
      reason: 'is missing',
    })
  })

  const NOTHING: readonly (readonly [Format, headers: FormatRequest['headers'], body: object])[] = [
    [github, { 'x-github-event': 'push' }, { a: 1 }],
    [github, { 'x-github-event': 'issues' }, { action: 'opened', a: 1 }],
    [github, { 'x-github-event': 'new_of_2030' }, { a: 1 }],
    [gitea, { 'x-gitea-event': 'push', 'x-github-event': 'push' }, { a: 1 }],
    [gitlab, {}, { object_kind: 'push', a: 1 }],
    [bitbucket, { 'x-event-key': 'repo:push' }, { a: 1 }],
    [azuredevops, {}, { eventType: 'git.push', resource: { a: 1 } }],
  ]
  for (const [format, headers, value] of NOTHING) {
    const name = Object.values(headers)[0] ?? ''
    it(`is refused where only its name is known, by ${format.name}: ${name}`, () => {
      const reading = format.read({ headers, query: {}, body: { kind: 'json', value, text: '' } })
      expect(reading).to.deep.equal({
        kind: 'refuse',
        path: '',
        reason: 'the body says nothing of its event',
      })
    })
  }

  it('is not claimed beside the headers of Gitea', () => {
    const body = { kind: 'json', value: OF_GITHUB, text: '' } as const
    const headers = { 'x-github-event': 'push' }
    expect(github.detect?.({ headers, query: {}, body })).to.equal('header')
    const both = { ...headers, 'x-gitea-event': 'push' }
    expect(github.detect?.({ headers: both, query: {}, body })).to.equal(null)
    expect(github.detect?.({ headers: {}, query: {}, body })).to.equal('body')
  })
})
