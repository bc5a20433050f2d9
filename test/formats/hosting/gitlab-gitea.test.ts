import { gitea } from '../../../lib/formats/hosting/gitea.js'
import { gitlab } from '../../../lib/formats/hosting/gitlab/index.js'
import { describeEvents } from './told.js'

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
    { state: 'closed', color: 'good', text: 'open for 2 h', thing: 'team/app/merge_request/3' },
  ],
  [
    merge('update'),
    '[Team / App] Mona changed merge request [!3 Fix leak](https://mr.test)',
    { isQuiet: true },
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
    { isQuiet: true, state: 'closed' },
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
    { isQuiet: false },
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
    { text: 'Yes', state: 'update', thing: 'team/app/issue/4' },
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

describeEvents(gitea, [
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
    { action: 'synchronized', repository, sender, pull_request: pull },
    `[team/app] Pull request ${PULL} synchronized by mona`,
    { isQuiet: true },
    { 'x-forgejo-event': 'pull_request', 'x-gitea-event': 'pull_request' },
  ],
  [
    { action: 'edited', repository, sender, page: 'Home', comment: 'Typo' },
    '[team/app] mona edited the wiki page [Home](https://gitea.test/team/app/wiki/Home)',
    { text: 'Typo', deliveryId: 'd1' },
    { 'x-gogs-event': 'wiki', 'x-gogs-delivery': 'd1' },
  ],
])
