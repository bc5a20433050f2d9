import { clock, list, listAt, meant, reporter, textAt } from 'express-incoming-webhooks/formats'

/** Our build server. A build that fails is an incident until one of the same job passes. */
export const buildServer = reporter({
  name: 'buildserver',
  title: 'Our build server',
  headers: ['x-build-event'],
  needs: 'job.name',
  reports: [
    {
      when: (_, { headers }) => headers['x-build-event'] === 'queued',
      event: () => 'queued',
    },
    {
      event: 'result',
      meaning: meant('result', {
        passed: { word: 'Passed', state: 'closed', color: 'good' },
        failed: { word: 'Failed', state: 'open', color: 'bad' },
        aborted: { word: 'Aborted', state: 'update', color: 'neutral', isSkipped: true },
      }),
      name: 'job.name',
      url: 'url',
      text: (build) => list(listAt(build, 'tests').map((test) => textAt(test, 'name'))),
      fields: {
        Branch: ['branch', 'job.branch'],
        Commit: 'commit.id',
        Started: clock('started_at'),
      },
      links: { Log: 'log_url' },
      incident: 'job.id',
      at: 'finished_at',
    },
  ],
})
