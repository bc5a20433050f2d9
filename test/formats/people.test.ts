import { expect } from 'chai'
import { allFormats } from '../../lib/formats/all.js'
import { peopleIn } from '../../lib/formats/facts.js'

const ANN = { login: 'Ann' }
const BO = { login: 'bo' }
const pull = { requested_reviewers: [ANN], assignees: [BO] }
const named = (name: string): object => ({ user: { name, displayName: 'Somebody' } })
const username = (name: string): object => ({ username: name, name: 'Somebody' })
const unique = (uniqueName: string): object => ({ uniqueName, displayName: 'Somebody' })

const CASES: readonly (readonly [format: string, event: string, body: object, asked: string[]])[] =
  [
    ['github', 'pull_request.opened', { pull_request: pull }, ['ann', 'bo']],
    ['github', 'pull_request.ready_for_review', { pull_request: pull }, ['ann']],
    [
      'github',
      'pull_request.review_requested',
      { requested_reviewer: BO, pull_request: pull },
      ['bo'],
    ],
    ['github', 'pull_request.review_requested', { requested_team: { name: 'core' } }, []],
    ['github', 'pull_request.review_request_removed', { requested_reviewer: BO }, []],
    ['github', 'pull_request.assigned', { assignee: BO, pull_request: pull }, ['bo']],
    ['github', 'pull_request.closed', { pull_request: pull }, []],
    ['github', 'issues.opened', { issue: { assignees: [ANN] } }, ['ann']],
    ['github', 'issues.assigned', { assignee: ANN }, ['ann']],
    ['github', 'issues.unassigned', { assignee: ANN }, []],
    [
      'github',
      'deployment_review.requested',
      { reviewers: [{ type: 'User', reviewer: BO }] },
      ['bo'],
    ],
    ['gitea', 'pull_request.review_requested', { requested_reviewer: BO }, ['bo']],
    ['gitea', 'pull_request_review_request.review_requested', { requested_reviewer: BO }, ['bo']],
    ['gitea', 'pull_request.assigned', { pull_request: pull }, ['bo']],
    ['gitea', 'issues.assigned', { issue: { assignees: [ANN] } }, ['ann']],
    [
      'gitlab',
      'merge_request.open',
      { reviewers: [username('ann')], assignees: [username('bo')] },
      ['ann', 'bo'],
    ],
    [
      'gitlab',
      'merge_request.update',
      {
        reviewers: [username('ann'), username('bo')],
        changes: {
          reviewers: { previous: [username('ann')], current: [username('ann'), username('bo')] },
          assignees: { previous: [], current: [username('cy')] },
        },
      },
      ['bo', 'cy'],
    ],
    [
      'gitlab',
      'merge_request.update',
      {
        changes: {
          reviewers: {
            previous: [username('ann')],
            current: [{ ...username('ann'), re_requested: true }],
          },
        },
      },
      ['ann'],
    ],
    ['gitlab', 'issue.open', { assignees: [username('bo')] }, ['bo']],
    [
      'bitbucket',
      'pullrequest.created',
      { pullrequest: { reviewers: [{ nickname: 'bo' }] } },
      ['bo'],
    ],
    ['bitbucket', 'pr.opened', { pullRequest: { reviewers: [named('ann')] } }, ['ann']],
    ['bitbucket', 'pr.reviewer.updated', { addedReviewers: [{ name: 'bo' }] }, ['bo']],
    ['bitbucket', 'issue.created', { issue: { assignee: { nickname: 'bo' } } }, ['bo']],
    [
      'azuredevops',
      'git.pullrequest.created',
      { resource: { reviewers: [unique('bo@x.test')] } },
      ['bo@x.test'],
    ],
    [
      'azuredevops',
      'workitem.created',
      { resource: { fields: { 'System.AssignedTo': 'Bo <bo@x.test>' } } },
      ['bo@x.test'],
    ],
    [
      'azuredevops',
      'workitem.updated',
      {
        resource: {
          fields: { 'System.AssignedTo': { oldValue: 'x', newValue: unique('Bo@x.test') } },
        },
      },
      ['bo@x.test'],
    ],
    [
      'github',
      'issues.opened',
      { issue: { assignees: Array.from({ length: 30 }, (_, n) => ({ login: n })) } },
      Array.from({ length: 10 }, (_, n) => String(n)),
    ],
    ['github', 'issues.opened', { issue: { assignees: [null, 7, { login: {} }, ['x'], ''] } }, []],
  ]

/** Where the bodies of each format name the forge. */
const HOSTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  github: { repository: { html_url: 'https://Git.example:8443/acme/web' } },
  gitea: { repository: { html_url: 'http://git.example/acme/web' } },
  gitlab: { project: { web_url: 'https://git.example/acme/web' } },
  bitbucket: { repository: { links: { self: [{ href: 'https://git.example/users/bo' }] } } },
  azuredevops: { resource: { url: 'https://git.example/fabrikam/_apis' } },
}

function read(format: string, event: string, body: object): ReturnType<typeof peopleIn> {
  const found = allFormats.find(({ name }) => name === format)
  if (!found) throw new Error(`there is no format ${format}`)
  return peopleIn(
    found,
    { headers: {}, query: {}, body: { kind: 'json', value: body, text: '' } },
    { event, author: 'Ann' },
  )
}

describe('whom a forge asks', () => {
  for (const [format, event, body, asked] of CASES) {
    it(`at ${format} by ${event}: ${asked.join(' ') || 'nobody'}`, () => {
      const resource: unknown = Reflect.get(body, 'resource')
      const host = HOSTS[format] ?? {}
      const whole =
        resource instanceof Object
          ? { resource: Object.assign({ url: 'https://git.example/' }, resource) }
          : { ...host, ...body }
      expect(read(format, event, whole)).to.deep.equal({
        format,
        host: 'git.example',
        author: 'ann',
        asked,
      })
    })
  }

  it('is not known where no address names the forge', () => {
    expect(read('github', 'issues.assigned', { assignee: BO })).to.equal(null)
    expect(read('discord', 'message', { ...HOSTS['github'], assignee: BO })).to.equal(null)
  })
})
