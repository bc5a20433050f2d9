import { expect } from 'chai'
import { azuredevops } from '../../../lib/formats/forges/azuredevops/index.js'
import { bitbucket } from '../../../lib/formats/forges/bitbucket/index.js'
import { describeEvents, shownBy } from './shown.js'

const ONE = 'a'.repeat(40)
const actor = { display_name: 'Mona' }
const links = { html: { href: 'https://bitbucket.test/team/app' } }
const cloud = { full_name: 'team/app', links }

describeEvents(bitbucket, [
  [
    { actor, repository: cloud, push: { changes: [] } },
    '[team/app] Mona pushed [no branch or tag](https://bitbucket.test/team/app)',
    { isSkipped: true },
    { 'x-event-key': 'repo:push' },
  ],
  [
    {
      actor,
      repository: cloud,
      push: {
        changes: [
          { new: { name: 'a', type: 'branch' }, old: {}, forced: true, commits: [{ hash: ONE }] },
          { new: { name: 'b', type: 'branch' }, old: null, commits: [{ hash: ONE }] },
        ],
      },
    },
    '[team/app] Mona pushed [2 refs](https://bitbucket.test/team/app)',
    {
      text: '- force-pushed 1 commit to branch [a](https://bitbucket.test/team/app)\n- pushed 1 commit to the new branch [b](https://bitbucket.test/team/app)',
    },
    { 'x-event-key': 'repo:push' },
  ],
  [
    {
      actor,
      repository: cloud,
      pullrequest: {
        id: 3,
        title: 'Fix leak',
        state: 'DECLINED',
        reason: 'Done elsewhere',
        source: { branch: { name: 'main' }, repository: { full_name: 'mona/app' } },
        destination: { branch: { name: 'main' }, repository: { full_name: 'team/app' } },
      },
    },
    '[team/app] Mona declined pull request [#3 Fix leak](https://bitbucket.test/team/app)',
    { text: 'Done elsewhere\nmona:main into main' },
    { 'x-event-key': 'pullrequest:rejected' },
  ],
  [
    {
      actor,
      repository: cloud,
      push: {
        changes: [
          {
            new: { name: 'main', type: 'branch' },
            old: {},
            truncated: true,
            commits: [{ hash: ONE, message: 'One' }],
          },
        ],
      },
    },
    '[team/app] Mona pushed [more than 1 commit](https://bitbucket.test/team/app) to main',
    { event: 'repo.push', text: '- aaaaaaa One' },
    { 'x-event-key': 'repo:push' },
  ],
  [
    {
      actor,
      repository: cloud,
      push: {
        changes: [
          { new: { name: 'v1', type: 'tag' }, old: null },
          { new: null, old: { name: 'old', type: 'branch' } },
        ],
      },
    },
    '[team/app] Mona pushed [2 refs](https://bitbucket.test/team/app)',
    {
      text: '- created the tag [v1](https://bitbucket.test/team/app)\n- deleted the branch [old](https://bitbucket.test/team/app)',
    },
    { 'x-event-key': 'repo:push' },
  ],
  [
    {
      actor: { displayName: 'Mona' },
      repository: { name: 'app', project: { key: 'TEAM' } },
      changes: [{ ref: { id: 'refs/heads/main', displayId: 'main' }, type: 'UPDATE' }],
    },
    '[TEAM/app] Mona pushed to main',
    { event: 'repo.refs_changed' },
    { 'x-event-key': 'repo:refs_changed', 'x-request-id': 'r1' },
  ],
  [
    {
      actor,
      repository: cloud,
      commit_status: { state: 'FAILED', name: 'CI', url: 'https://ci.test', key: 'k' },
    },
    '[team/app] [CI](https://ci.test) failed',
    { color: 'danger', state: 'closed', isSkipped: false },
    { 'x-event-key': 'repo:commit_status_updated' },
  ],
  [
    {
      actor,
      repository: cloud,
      commit: { hash: ONE },
      comment: { content: { raw: 'Why?' }, inline: { path: 'src/app.ts' } },
    },
    '[team/app] Mona commented on commit [aaaaaaa](https://bitbucket.test/team/app)',
    { text: 'Why?\nin src/app.ts' },
    { 'x-event-key': 'repo:commit_comment_created' },
  ],
  [
    { actor, repository: cloud },
    '[team/app] [Repository exploded](https://bitbucket.test/team/app) by Mona',
    { event: 'repo.exploded' },
    { 'x-event-key': 'repo:exploded' },
  ],
])

const azure = {
  id: 'r',
  name: 'app',
  remoteUrl: 'https://azure.test/_git/app',
  project: { name: 'team' },
}

function service(eventType: string, resource: object): object {
  return { eventType, publisherId: 'tfs', resource, message: { text: 'Something was done' } }
}

describeEvents(azuredevops, [
  [
    service('git.pullrequest.updated', {
      pullRequestId: 3,
      title: 'Fix leak',
      status: 'completed',
      closedBy: { displayName: 'Mona' },
      repository: azure,
    }),
    '[team/app] Mona merged pull request [#3 Fix leak](https://azure.test/_git/app/pullrequest/3)',
    { event: 'git.pullrequest.updated', state: 'closed', incident: 'r/pull/3' },
  ],
  [
    service('build.complete', {
      id: 8,
      buildNumber: '20260101.1',
      definition: { name: 'CI' },
      result: 'failed',
      project: { name: 'team' },
      sourceBranch: 'refs/heads/main',
      _links: { web: { href: 'https://azure.test/build/8' } },
    }),
    '[team] [CI 20260101.1](https://azure.test/build/8) failed on main',
    { state: 'closed', isSkipped: false, incident: 'builds/8' },
  ],
  [
    service('workitem.updated', {
      workItemId: 5,
      revisedBy: { displayName: 'Mona' },
      fields: { 'System.State': { oldValue: 'Active', newValue: 'Closed' } },
      revision: {
        fields: {
          'System.Title': 'Leak',
          'System.WorkItemType': 'Bug',
          'System.TeamProject': 'team',
        },
      },
      _links: { html: { href: 'https://azure.test/items/5' } },
    }),
    '[team] Mona changed Bug [#5 Leak](https://azure.test/items/5) from Active to Closed',
    { state: 'closed', isSkipped: false, incident: 'items/5' },
  ],
  [
    service('a.new.event', { repository: azure }),
    '[team/app] [Something was done](https://azure.test/_git/app)',
    { event: 'a.new.event' },
  ],
])

describe('the page of an event of Azure DevOps', () => {
  function titleWith(address: string): string {
    const message = { text: 'Build 2 failed', markdown: `Build [2](${address}) failed` }
    const resource = { url: 'https://azure.test/_apis/builds/2', result: 'failed' }
    return shownBy(azuredevops, { ...service('build.complete', resource), message }).title
  }

  it('is the one in its words, if it is of the same server', () => {
    expect(titleWith('https://azure.test/build.aspx?id=2')).to.equal(
      '[Build](https://azure.test/build.aspx?id=2) failed',
    )
    expect(titleWith('https://evil.test/build')).to.equal(
      '[Build](https://azure.test/_apis/builds/2) failed',
    )
  })
})

describe('a commit that was pushed to Azure DevOps', () => {
  it('links to its page, and not to the address for programs', () => {
    const repository = { name: 'shop', remoteUrl: 'https://me@azure.test/_git/shop' }
    const commits = [{ commitId: ONE, comment: 'draft', url: 'https://azure.test/_apis/1' }]
    const refUpdates = [{ name: 'refs/heads/main', oldObjectId: ONE, newObjectId: ONE }]
    const resource = { repository, commits, refUpdates }
    expect(shownBy(azuredevops, service('git.push', resource)).text).to.equal(
      `- [aaaaaaa](https://azure.test/_git/shop/commit/${ONE}) draft`,
    )
  })
})

describe('an approval of Azure DevOps', () => {
  const pipeline = {
    name: 'Shop CI',
    owner: { _links: { web: { href: 'https://azure.test/run' } } },
  }
  const told = (status: string) =>
    shownBy(
      azuredevops,
      service('ms.vss-pipelinechecks-events.approval-pending', {
        approval: { id: 'a1', steps: [{ assignedApprover: { displayName: 'Nora' } }], status },
        pipeline,
        resource: { name: 'prod' },
        stage: { name: 'Deploy' },
      }),
    )

  it('says who must approve what, and is amber until somebody does', () => {
    expect(told('pending')).to.deep.include({
      title: 'Waiting for approval: [Shop CI to prod](https://azure.test/run)',
      text: 'Nora · Deploy',
      color: 'warning',
      incident: 'approvals/a1',
      state: 'open',
    })
    expect(told('approved')).to.include({ color: 'good', state: 'closed' })
    expect(told('rejected')).to.include({ color: 'danger', state: 'closed' })
  })
})

describe('the id of a delivery of Azure DevOps', () => {
  const ids = (subscriptionId: string): string =>
    shownBy(azuredevops, {
      ...service('git.push', { repository: { name: 'app' } }),
      subscriptionId,
      notificationId: 4,
    }).deliveryId

  it('is that of the notification, and none for a test', () => {
    expect(ids('5af15ba3')).to.equal('5af15ba3/4')
    expect(ids('00000000-0000-0000-0000-000000000000')).to.equal('')
  })
})
