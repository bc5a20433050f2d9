import { expect } from 'chai'
import { DEFAULTS, EnvironmentFault, readEnvironment } from '../../example-host/environment.js'

describe('the environment of the example host', () => {
  it('has a default for everything', async () => {
    const environment = await readEnvironment({})
    expect(environment).to.deep.include({
      port: 8065,
      host: '127.0.0.1',
      siteUrl: 'http://127.0.0.1:8065',
      secret: null,
      previousSecret: null,
      databasePool: 10,
      postRetention: null,
      refuseWith: 429,
      adminUsername: 'admin',
      adminPassword: null,
      demo: true,
      imageHosts: [],
      metricsToken: null,
      logLevel: 'info',
      hookRate: { perSecond: 10, burst: 600 },
      signInRate: { failures: 10, seconds: 900 },
    })
    expect(environment.dataDir).to.match(/^\/.*\/data$/)
  })

  it('is read from every variable of the table', async () => {
    const read = new Set<string>()
    const env = new Proxy<Record<string, string | undefined>>(
      {},
      {
        get(_, name) {
          read.add(String(name))
          return undefined
        },
      },
    )
    await readEnvironment(env)
    expect([...read].sort()).to.deep.equal(Object.keys(DEFAULTS).sort())
  })

  it('counts empty variables as unset', async () => {
    expect((await readEnvironment({ PORT: '', DATABASE_URL: ' ' })).port).to.equal(8065)
  })

  it('takes what it is told', async () => {
    const environment = await readEnvironment({
      HOST: '0.0.0.0',
      PORT: '80',
      HOOK_RATE: 'off',
      SIGN_IN_RATE: '3, 60',
      DEMO: '0',
      IMAGE_HOSTS: 'A.example, b.example:8080',
      LOG_LEVEL: 'DEBUG',
    })
    expect(environment).to.deep.include({
      siteUrl: 'http://localhost:80',
      hookRate: null,
      signInRate: { failures: 3, seconds: 60 },
      demo: false,
      imageHosts: ['a.example', 'b.example:8080'],
      logLevel: 'debug',
    })
    expect((await readEnvironment({ HOST: '::1' })).siteUrl).to.equal('http://[::1]:8065')
  })

  it('takes what belongs to other variables', async () => {
    const environment = await readEnvironment({
      SECRET: 'the present secret, of 32 bytes or more',
      PREVIOUS_SECRET: 'the earlier secret, of 32 bytes or more',
      DATABASE_URL: 'postgres://chat@localhost/chat',
      DATABASE_POOL: '25',
      POST_RETENTION_DAYS: '90',
      HOOK_REFUSE_WITH: '503',
      METRICS_TOKEN: 'sixteen-or-more!',
    })
    expect(environment).to.deep.include({
      previousSecret: 'the earlier secret, of 32 bytes or more',
      databasePool: 25,
      postRetention: 90 * 24 * 3_600_000,
      refuseWith: 503,
      metricsToken: 'sixteen-or-more!',
    })
  })

  const addresses: [given: string, siteUrl: string][] = [
    ['https://chat.example.org', 'https://chat.example.org'],
    ['https://chat.example.org/', 'https://chat.example.org'],
    ['https://chat.example.org//', 'https://chat.example.org'],
    ['https://chat.example.org/team/', 'https://chat.example.org/team'],
    ['https://chat.example.org/team//', 'https://chat.example.org/team'],
  ]
  for (const [given, siteUrl] of addresses) {
    it(`takes SITE_URL=${given} without slashes at its end`, async () => {
      expect((await readEnvironment({ SITE_URL: given })).siteUrl).to.equal(siteUrl)
    })
  }

  const proxies: [given: string, trusted: number | string][] = [
    ['0', 0],
    ['2', 2],
    ['10.0.0.1', '10.0.0.1'],
    ['loopback, 10.0.0.0/8, fd00::/8', 'loopback, 10.0.0.0/8, fd00::/8'],
  ]
  for (const [given, trusted] of proxies) {
    it(`takes TRUST_PROXY=${given} as Express does`, async () => {
      expect((await readEnvironment({ TRUST_PROXY: given })).trustProxy).to.equal(trusted)
    })
  }

  it('lets pictures come from everywhere if told so', async () => {
    expect((await readEnvironment({ IMAGE_HOSTS: '*' })).imageHosts).to.equal('*')
  })

  const refused: [name: string, value: string][] = [
    ['IMAGE_HOSTS', 'https://a.example'],
    ['IMAGE_HOSTS', 'a.example; script-src *'],
    ['IMAGE_HOSTS', '*.example'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['HOST', 'a host'],
    ['INTEGRATION_HOSTS', 'ci.internal, a/b'],
    ['SITE_URL', 'chat.example.org'],
    ['SITE_URL', 'ftp://chat.example.org'],
    ['SITE_URL', 'https://me:secret@chat.example.org'],
    ['SITE_URL', 'https://chat.example.org?'],
    ['SECRET', 'too short'],
    ['ADMIN_USERNAME', 'Admin'],
    ['ADMIN_USERNAME', 'here'],
    ['ADMIN_PASSWORD', 'short'],
    ['DEMO', 'yes'],
    ['METRICS_TOKEN', 'fifteen-of-them'],
    ['METRICS_TOKEN', 'sixteen with some spaces'],
    ['LOG_LEVEL', 'loud'],
    ['HOOK_RATE', '10'],
    ['HOOK_RATE', '0,10'],
    ['HOOK_REFUSE_WITH', '500'],
    ['SIGN_IN_RATE', 'often'],
    ['TRUST_PROXY', 'banana'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '100'],
    ['TRUST_PROXY', '1, 2'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'loopback proxy.internal'],
    ['DATABASE_URL', 'mysql://chat:hunter2@localhost/chat'],
    ['DATABASE_URL', 'postgres://chat:hunter%2@localhost/chat'],
  ]
  for (const [name, value] of refused) {
    it(`refuses ${name}=${value} in a line that names it`, async () => {
      expect(await faultOf({ [name]: value })).to.match(new RegExp(`^${name}: [^\\n]+$`))
    })
  }

  const inDatabase: [name: string, value: string][] = [
    ['DATABASE_POOL', '1'],
    ['DATABASE_POOL', '1001'],
    ['DATABASE_POOL', 'many'],
    ['POST_RETENTION_DAYS', '0'],
    ['POST_RETENTION_DAYS', '36501'],
    ['POST_RETENTION_DAYS', '1.5'],
  ]
  for (const [name, value] of inDatabase) {
    it(`refuses ${name}=${value} for a database in a line that names it`, async () => {
      const env = { DATABASE_URL: 'postgres://chat@localhost/chat', [name]: value }
      expect(await faultOf(env)).to.match(new RegExp(`^${name}: expected a number[^\\n]+$`))
    })
  }

  const alone: [name: string, value: string, other: string][] = [
    ['PREVIOUS_SECRET', 'the earlier secret, of 32 bytes or more', 'SECRET'],
    ['POST_RETENTION_DAYS', '90', 'DATABASE_URL'],
    ['DATABASE_POOL', '20', 'DATABASE_URL'],
  ]
  for (const [name, value, other] of alone) {
    it(`refuses ${name} without ${other}, because it would have no effect`, async () => {
      const fault = `${name}: expected only together with ${other}`
      expect(await faultOf({ [name]: value })).to.equal(fault)
    })
  }

  it('refuses a previous secret that is the present one', async () => {
    const secret = 'the present secret, of 32 bytes or more'
    expect(await faultOf({ SECRET: secret, PREVIOUS_SECRET: secret })).to.equal(
      'PREVIOUS_SECRET: expected at least 32 bytes, and not those of SECRET',
    )
  })

  it('refuses all wrong variables at once, a line for each, and shows no value', async () => {
    const env = {
      PORT: 'http',
      SECRET: 'hush',
      ADMIN_PASSWORD: 'hush',
      INTEGRATION_HOSTS: 'a/b,c/d',
    }
    expect(await faultOf(env)).to.equal(
      [
        'PORT: expected a number from 1 to 65535',
        'SECRET: expected at least 32 bytes',
        'ADMIN_PASSWORD: expected 8 to 72 bytes',
        'INTEGRATION_HOSTS: expected comma-separated hosts',
      ].join('\n'),
    )
  })
})

async function faultOf(env: Readonly<Record<string, string>>): Promise<string> {
  try {
    await readEnvironment(env)
  } catch (error) {
    if (error instanceof EnvironmentFault) return error.message
    throw error
  }
  return ''
}
