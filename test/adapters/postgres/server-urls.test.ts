import { expect } from 'chai'
import { serverUrls } from '../../../lib/adapters/postgres/server-urls.js'

const SECRET = 'sw0rdfish'

describe('the servers of a URL of PostgreSQL', () => {
  for (const [url, expected] of [
    ['postgres://a/db', ['postgres://a/db']],
    ['postgresql://a:5433', ['postgresql://a:5433']],
    [
      'postgres://u:p%40w@a:5432,b.example:5433/db',
      ['postgres://u:p%40w@a:5432/db', 'postgres://u:p%40w@b.example:5433/db'],
    ],
    ['postgres://[::1]:5432,[::2]/db', ['postgres://[::1]:5432/db', 'postgres://[::2]/db']],
    ['postgres:///db?host=%2Frun', ['postgres:///db?host=%2Frun']],
    [
      'postgres://a,b/db?target_session_attrs=read-write&sslmode=verify-full',
      ['postgres://a/db?sslmode=verify-full', 'postgres://b/db?sslmode=verify-full'],
    ],
    ['postgres://a/db?options=a?b&x=1', ['postgres://a/db?options=a%3Fb&x=1']],
    [' postgres://a/db?target_session_attrs=primary\n', ['postgres://a/db']],
  ] as const) {
    it(`are read from ${url.trim()}`, () => {
      expect(serverUrls(url)).to.deep.equal(expected)
    })
  }

  for (const url of [
    '',
    'a/db',
    `mysql://u:${SECRET}@a/db`,
    `postgres://u:${SECRET}@x@a/db`,
    `postgres://u:${SECRET}@a:port/db`,
    `postgres://u:${SECRET}@a,,b/db`,
    `postgres://u:${SECRET}@a,/db`,
    `postgres://u:${SECRET}@a/db?target_session_attrs=standby`,
  ]) {
    it(`are refused in ${url}, without telling the password`, () => {
      expect(() => serverUrls(url))
        .to.throw(TypeError, /^url: /)
        .with.property('message')
        .that.does.not.include(SECRET)
    })
  }
})
