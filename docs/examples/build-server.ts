// A format of your own, for programs whose requests no other format reads. Give it to the library as
// formats: [...allFormats, buildServer]
// docs/formats.md explains its members.
import {
  clock,
  closed,
  list,
  listAt,
  meant,
  open,
  reporter,
  textAt,
  update,
} from 'express-incoming-webhooks/formats'

/** Our build server. A build that fails is an incident until one of the same job passes. */
export const buildServer = reporter({
  name: 'buildserver',
  title: 'Our build server',
  headers: ['x-build-event'],
  // Reports of one incident are one post, unless the webhook says otherwise.
  isMonitoring: true,
  needs: 'job.name',
  reports: [
    {
      when: (_, { headers }) => headers['x-build-event'] === 'queued',
      event: () => 'queued',
    },
    {
      event: 'result',
      meaning: meant('result', {
        passed: closed('Passed'),
        failed: open('Failed'),
        aborted: { isSkipped: true, ...update('Aborted') },
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
