import { gitea } from '../../../lib/formats/forges/gitea/index.js'
import { gitlab } from '../../../lib/formats/forges/gitlab/index.js'
import { describeEvents, type Row } from './shown.js'

const JOB = '[unit](https://gitlab.test/team/app/-/jobs/9)'
const NONE = '0'.repeat(40)
const ONE = 'a'.repeat(40)
const project = {
  name: 'App',
  namespace: 'Team',
  path_with_namespace: 'team/app',
  web_url: 'https://gitlab.test/team/app',
}
const user = { name: 'Mona' }

function merge(action: string, rest: object = {}): object {
  const value = { action, iid: 3, title: 'Fix leak', url: 'https://mr.test', ...rest }
  return { object_kind: 'merge_request', project, user, object_attributes: value }
}

const build = (name: string, status: string, rest = {}): object => ({
  id: 9,
  name,
  stage: 'test',
  status,
  ...rest,
})

describeEvents(gitlab, [
  ...(['create', 'close'] as const).map((action): Row => [
    {
      object_kind: 'milestone',
      project,
      object_attributes: { iid: 10, title: 'v1.0' },
      action,
    },
    `[Team / App] Milestone ${action.replace(/e?$/, 'ed')}: [v1.0](https://gitlab.test/team/app/-/milestones/10)`,
    { event: `milestone.${action}`, isSkipped: false },
  ]),
  [
    merge('open', { source_branch: 'leak', target_branch: 'main', description: '**Now**' }),
    '[Team / App] Mona opened merge request [!3 Fix leak](https://mr.test)',
    { event: 'merge_request.open', state: 'open', text: 'Now\nleak into main' },
  ],
  [
    merge('merge', {
      created_at: '2026-01-01 10:00:00 UTC',
      updated_at: '2026-01-01 12:00:00 UTC',
    }),
    '[Team / App] Mona merged merge request [!3 Fix leak](https://mr.test)',
    { state: 'closed', color: 'good', text: 'open for 2 h', incident: 'team/app/merge_request/3' },
  ],
  [
    merge('open', {
      source_branch: 'main',
      target_branch: 'main',
      source: { path_with_namespace: 'mona/app' },
      target: { path_with_namespace: 'team/app' },
    }),
    '[Team / App] Mona opened merge request [!3 Fix leak](https://mr.test)',
    { text: 'mona:main into main' },
  ],
  [
    merge('update'),
    '[Team / App] Mona changed merge request [!3 Fix leak](https://mr.test)',
    { isSkipped: true },
  ],
  [
    {
      object_kind: 'pipeline',
      project,
      user,
      object_attributes: { id: 31, ref: 'main', status: 'failed', duration: 63 },
      builds: [
        build('lint', 'success'),
        build('unit', 'failed', { failure_reason: 'script_failure' }),
        build('odd', 'failed', { allow_failure: true }),
      ],
    },
    '[Team / App] [Pipeline #31](https://gitlab.test/team/app/-/pipelines/31) failed on main',
    {
      event: 'pipeline.failed',
      color: 'danger',
      text: '- [unit](https://gitlab.test/team/app/-/jobs/9) failed in test (script failure)\n\nby Mona · took 1 min',
    },
  ],
  [
    { object_kind: 'pipeline', project, object_attributes: { id: 31, status: 'success' } },
    '[Team / App] [Pipeline #31](https://gitlab.test/team/app/-/pipelines/31) passed',
    { isSkipped: true, state: 'closed' },
  ],
  [
    {
      object_kind: 'push',
      project,
      user_name: 'Mona',
      ref: 'refs/heads/old',
      before: ONE,
      after: NONE,
    },
    '[Team / App] Mona deleted the branch [old](https://gitlab.test/team/app)',
    { isSkipped: false },
  ],
  [
    {
      object_kind: 'push',
      project,
      user_name: 'Mona',
      ref: 'refs/heads/main',
      before: NONE,
      after: ONE,
      commits: [{ id: ONE, message: 'One', url: 'https://c.test' }],
      total_commits_count: 30,
    },
    '[Team / App] Mona pushed [30 commits](https://gitlab.test/team/app/-/tree/main) to the new branch main',
    { text: '- [aaaaaaa](https://c.test) One\n- and 29 more' },
  ],
  [
    { event_name: 'project_destroy', path_with_namespace: 'team/old', name: 'old' },
    'Project deleted: old',
    { event: 'project_destroy' },
  ],
  [
    {
      object_kind: 'note',
      project,
      user,
      issue: { iid: 4, title: 'Bug' },
      object_attributes: { note: 'Yes' },
    },
    '[Team / App] Mona commented on issue [#4 Bug](https://gitlab.test/team/app/-/issues/4)',
    { text: 'Yes', state: 'update', incident: 'team/app/issue/4' },
  ],
  [
    {
      object_kind: 'pipeline',
      project,
      user,
      object_attributes: { id: 32, ref: 'main', status: 'failed' },
      builds: [
        ...Array.from({ length: 60 }, () => build('lint', 'success')),
        ...Array.from({ length: 7 }, () => build('unit', 'failed')),
      ],
    },
    '[Team / App] [Pipeline #32](https://gitlab.test/team/app/-/pipelines/32) failed on main',
    {
      text: [
        ...Array<string>(5).fill(`- ${JOB} failed in test`),
        '- and 2 more',
        '',
        'by Mona',
      ].join('\n'),
    },
  ],
  [
    {
      object_kind: 'push',
      project,
      user_name: 'Mona',
      ref: 'refs/heads/fix/#12?',
      before: NONE,
      after: ONE,
    },
    '[Team / App] Mona created the branch [fix/#12?](https://gitlab.test/team/app/-/tree/fix/%2312%3F)',
    {},
  ],
  [
    {
      object_kind: 'access_token',
      event_name: 'expiring_access_token',
      project,
      object_attributes: { id: 25, name: 'deploy', expires_at: '2026-11-30' },
    },
    '[Team / App] The access token [deploy](https://gitlab.test/team/app) expires on 2026-11-30',
    { event: 'access_token', color: 'warning', incident: 'team/app/tokens/25' },
  ],
  [
    {
      object_kind: 'vulnerability',
      project,
      object_attributes: {
        url: 'https://gitlab.test/team/app/-/security/vulnerabilities/1',
        title: 'Open redirect',
        state: 'detected',
        severity: 'high',
        report_type: 'sast',
        location: { file: 'src/go.ts' },
      },
    },
    '[Team / App] The vulnerability [Open redirect](https://gitlab.test/team/app/-/security/vulnerabilities/1) was found',
    { color: 'danger', text: 'high severity · sast · in src/go.ts', state: 'open' },
  ],
  [
    { object_kind: 'vulnerability', project, object_attributes: { title: 'X', state: 'resolved' } },
    '[Team / App] The vulnerability [X](https://gitlab.test/team/app) is resolved',
    { color: 'good', state: 'closed' },
  ],
  [
    { object_kind: 'access_token', project, object_attributes: { name: 'deploy' } },
    '[Team / App] Access token: [deploy](https://gitlab.test/team/app)',
    { event: 'access_token' },
  ],
])

const repository = { full_name: 'team/app', html_url: 'https://gitea.test/team/app' }
const sender = { login: 'mona' }
const pull = { number: 3, title: 'Fix leak', html_url: 'https://gitea.test/team/app/pulls/3' }
const PULL = '[#3 Fix leak](https://gitea.test/team/app/pulls/3)'

const RUN = '[test.yml](https://forge.test/team/app/actions/runs/8)'

function actionRun(action: string): object {
  const run = {
    id: 8,
    title: 'Fix leak',
    workflow_id: 'test.yml',
    html_url: 'https://forge.test/team/app/actions/runs/8',
    prettyref: 'main',
    status: action === 'failure' ? 'failure' : 'success',
    event: 'push',
    repository: { full_name: 'team/app', html_url: 'https://forge.test/team/app' },
    trigger_user: { login: 'mona' },
    started: '2026-01-01T10:00:00Z',
    stopped: '2026-01-01T10:01:05Z',
    duration: 65_000_000_000,
  }
  return { action, run, prior_status: 'failure' }
}

describeEvents(gitea, [
  [
    actionRun('failure'),
    `[team/app] ${RUN} failed on main`,
    {
      color: 'danger',
      isSkipped: false,
      text: 'Fix leak · by mona · took 1 min',
      incident: 'team/app/runs/8',
    },
    { 'x-forgejo-event': 'action_run_failure' },
  ],
  [
    actionRun('success'),
    `[team/app] ${RUN} passed on main`,
    { color: 'good', isSkipped: true },
    { 'x-forgejo-event': 'action_run_success' },
  ],
  [
    actionRun('recover'),
    `[team/app] ${RUN} passes again on main`,
    { color: 'good', isSkipped: false },
    { 'x-forgejo-event': 'action_run_recover' },
  ],
  [
    {
      action: 'reviewed',
      repository,
      sender,
      pull_request: pull,
      review: { type: 'pull_request_review_approved', content: 'Good' },
    },
    `[team/app] mona approved pull request ${PULL}`,
    { event: 'pull_request_approved.reviewed', color: 'good', text: 'Good' },
    { 'x-gitea-event': 'pull_request_approved', 'x-github-event': 'pull_request_approved' },
  ],
  [
    {
      ref: 'refs/heads/fix/#1',
      repository,
      sender,
      before: ONE,
      after: ONE,
      commits: [{ id: ONE }],
    },
    '[team/app] mona pushed [1 commit](https://gitea.test/team/app/src/branch/fix/%231) to fix/#1',
    {},
    { 'x-gitea-event': 'push', 'x-gogs-event': 'push' },
  ],
  [
    { ref: 'v1', ref_type: 'tag', repository, sender },
    '[team/app] mona created the tag [v1](https://gitea.test/team/app/src/tag/v1)',
    {},
    { 'x-forgejo-event': 'create', 'x-gitea-event': 'create', 'x-gogs-event': 'create' },
  ],
  [
    { ref: 'v1', ref_type: 'tag', repository, sender },
    '[team/app] mona created the tag [v1](https://gitea.test/team/app/src/v1)',
    {},
    { 'x-gogs-event': 'create' },
  ],
  [
    { action: 'edited', repository, sender, page: 'Why?' },
    '[team/app] mona edited the wiki page [Why?](https://gitea.test/team/app/wiki/Why%3F)',
    {},
    { 'x-gitea-event': 'wiki' },
  ],
  [
    { action: 'synchronized', repository, sender, pull_request: pull },
    `[team/app] Pull request ${PULL} synchronized by mona`,
    { isSkipped: true },
    { 'x-forgejo-event': 'pull_request', 'x-gitea-event': 'pull_request' },
  ],
  [
    { action: 'edited', repository, sender, page: 'Home', comment: 'Typo' },
    '[team/app] mona edited the wiki page [Home](https://gitea.test/team/app/wiki/Home)',
    { text: 'Typo', deliveryId: 'd1' },
    { 'x-gogs-event': 'wiki', 'x-gogs-delivery': 'd1' },
  ],
])
