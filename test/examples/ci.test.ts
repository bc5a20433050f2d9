import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { expect } from 'chai'
import { load } from 'js-yaml'
import { z } from 'zod'
import { hookHost, type HookHost } from '../support/hook-host.js'
import { ROOT } from '../support/root.js'
import { listening } from '../support/listening.js'
import { type Machine, openMachine, type Ran, SHELLS } from './shell.js'

const WORKFLOW = z.object({
  name: z.string(),
  on: z.object({ push: z.object({ branches: z.tuple([z.literal('main')]) }) }),
  jobs: z.record(
    z.string(),
    z.strictObject({
      'runs-on': z.string(),
      permissions: z.strictObject({ contents: z.literal('read') }),
      steps: z.array(
        z.strictObject({
          name: z.string().optional(),
          uses: z.string().optional(),
          if: z.string().optional(),
          env: z.record(z.string(), z.string()).optional(),
          run: z.string().optional(),
        }),
      ),
    }),
  ),
})
const PIPELINE = z.strictObject({
  test: z.strictObject({ script: z.array(z.string()) }),
  'report-failure': z.strictObject({
    stage: z.string(),
    rules: z.array(z.strictObject({ if: z.string(), when: z.string() })),
    image: z.strictObject({ name: z.string(), entrypoint: z.array(z.string()) }),
    variables: z.record(z.string(), z.string()),
    script: z.array(z.string()),
  }),
})

// What the services set, with a branch that a shell or Markdown could take for something else.
const BRANCH = '$(id)-`id`-"main'
const GITHUB = {
  GITHUB_SERVER_URL: 'https://github.example.test',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_RUN_ID: '8123456789',
  GITHUB_RUN_NUMBER: '42',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_WORKFLOW: 'Tests',
  GITHUB_JOB: 'test',
}
const GITLAB = {
  CI_PROJECT_PATH: 'acme/shop',
  CI_PIPELINE_IID: '42',
  CI_PIPELINE_URL: 'https://gitlab.example.test/acme/shop/-/pipelines/9001',
  CI_JOB_ID: '77001',
}

interface CiExample {
  readonly file: string
  readonly script: string
  /** Without that of the branch. */
  readonly variables: Readonly<Record<string, string>>
  readonly branch: string
  readonly message: string
}

const EXAMPLES: readonly CiExample[] = [
  {
    file: 'github-actions.yml',
    script: reportingStep().run ?? '',
    variables: GITHUB,
    branch: 'GITHUB_REF_NAME',
    message:
      '**Tests** failed in acme/shop on `main`: [run 42](https://github.example.test/acme/shop/actions/runs/8123456789)',
  },
  {
    file: 'gitlab-ci.yml',
    // GitLab joins the entries of a script as lines.
    script: pipeline()['report-failure'].script.join('\n'),
    variables: GITLAB,
    branch: 'CI_COMMIT_REF_NAME',
    message:
      '**Pipeline 42** failed in acme/shop on `main`: [open](https://gitlab.example.test/acme/shop/-/pipelines/9001)',
  },
]

describe('github-actions.yml', () => {
  it('reports failures only, and gives the step nothing but the URL', () => {
    const { if: condition, env } = reportingStep()
    expect(condition).to.equal('failure()')
    expect(env).to.deep.equal({ WEBHOOK_URL: '${{ secrets.WEBHOOK_URL }}' })
  })

  it('contains no expression in a script, where a branch could become a command', () => {
    for (const { run = '' } of steps()) expect(run).not.to.include('${{')
  })
})

describe('gitlab-ci.yml', () => {
  it('reports failures of the default branch after all other jobs', () => {
    const { stage, rules, variables } = pipeline()['report-failure']
    expect(stage).to.equal('.post')
    expect(rules).to.deep.equal([
      { if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH', when: 'on_failure' },
    ])
    expect(variables).to.deep.equal({ GIT_STRATEGY: 'none' })
  })
})

for (const shell of SHELLS) {
  for (const { file, script, variables, branch, message } of EXAMPLES) {
    describe(`the script of ${file} in ${shell}`, () => {
      let machine: Machine
      let host: HookHost
      let server: Server
      let url: string
      let requests: number
      /** How many requests are answered with 503 first. */
      let busy: number

      beforeEach(async () => {
        machine = await openMachine()
        requests = 0
        busy = 0
        host = hookHost({
          before: [
            (_req, res, next) => {
              requests += 1
              if (requests > busy) next()
              else res.status(503).set('Retry-After', '1').end()
            },
          ],
        })
        const opened = await listening(host.app)
        server = opened.server
        url = opened.url + host.path
      })
      afterEach(async () => {
        server.closeAllConnections()
        server.close()
        await machine.remove()
      })

      const runOn = async (name: string): Promise<Ran> => {
        const path = await machine.write('script', script)
        return machine.run([...shell.split(' '), '-e', path], {
          ...variables,
          [branch]: name,
          WEBHOOK_URL: url,
        })
      }
      const messages = (): readonly string[] => host.posts().map((post) => post.message)

      it('posts a link to the run', async () => {
        expect(await runOn('main')).to.deep.equal({ status: 0, stdout: '', stderr: '' })
        expect(messages()).to.deep.equal([message])
      })

      it('takes the name of a branch for nothing but text', async () => {
        expect(await runOn(BRANCH)).to.deep.equal({ status: 0, stdout: '', stderr: '' })
        expect(messages()).to.deep.equal([message.replace('main', () => BRANCH)])
      })

      it('posts once when the server is busy, and when the job is repeated', async () => {
        busy = 1
        expect(await runOn('main')).to.have.property('status', 0)
        expect(await runOn('main')).to.have.property('status', 0)
        expect(requests).to.equal(3)
        expect(messages()).to.have.lengthOf(1)
      })

      it('fails with the status if the URL is wrong, and shows the URL nowhere', async () => {
        url += 'x'
        const { status, stdout, stderr } = await runOn('main')
        expect(status).to.equal(22)
        expect(stderr).to.include('404')
        const shown = stdout + stderr + (await machine.started()).join('\n')
        expect(shown).to.include('--config -').and.not.include(host.key)
      })
    })
  }
}

function steps() {
  const { jobs } = WORKFLOW.parse(load(read('github-actions.yml')))
  return Object.values(jobs).flatMap((job) => job.steps)
}

function reportingStep() {
  const step = steps().at(-1)
  if (!step) throw new Error('github-actions.yml has no steps')
  return step
}

function pipeline() {
  return PIPELINE.parse(load(read('gitlab-ci.yml')))
}

function read(file: string): string {
  return readFileSync(join(ROOT, 'docs/examples', file), 'utf8')
}
