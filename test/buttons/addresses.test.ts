import { networkInterfaces } from 'node:os'
import { expect } from 'chai'
import { isPublicAddress } from '../../lib/buttons/addresses.js'
import { judgeUrl } from '../../lib/buttons/integration-url.js'

// prettier-ignore
const CLOSED = [
  '0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '127.0.0.1', '127.8.9.1',
  '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1',
  '192.168.0.1', '198.18.0.1', '198.51.100.1', '203.0.113.9', '224.0.0.1', '239.255.255.250',
  '240.0.0.1', '255.255.255.255', '::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:a00:1',
  '::ffff:c0a8:1', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1',
  '2002:7f00:1::', '3fff::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%lo', 'fec0::1',
  '::ffff:0:7f00:1', '::ffff:0:808:808', '5f00::1', '100:0:0:1::1', '4000::1', 'ff02::1',
  '192.31.196.1', '192.52.193.1', '192.175.48.1', '2620:4f:8000::1', 'localhost', '', '1.2.3', '127.1',
  '0x8.8.8.8', '134744072', '::1%eth0.1',
]
const PUBLIC = ['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1', '::ffff:8.8.8.8']

/** Ways to write an address inside; names are judged when they are resolved. */
const SPELLINGS = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://0x7f.1/',
  'https://127.0.0.1./',
  'https://%31%32%37.0.0.1/',
  'https://１２７.０.０.１/',
  'https://①②⑦.0.0.1/',
  'https://127。0。0。1/',
  'https://0/',
  'https://10.0.0.1/',
  'https://012.0.0.1/',
  'https://192.168.1.1/',
  'https://172.16.5.4/',
  'https://169.254.169.254/latest',
  'https://2852039166/',
  'https://100.64.0.1/',
  'https://[::1]/',
  'https://[::]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[ff02::1]/',
  'https://255.255.255.255/',
  'https://224.0.0.1/',
  'http://8.8.8.8/',
  'https://8.8.8.8:8443/',
  'https://user@8.8.8.8/',
  'https://:pw@8.8.8.8/',
  'https://8.8.8.8:22/',
  'ftp://8.8.8.8/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  '/api/v4/users',
  '//127.0.0.1/',
  '',
  'https://chat.example/api/v4/users',
  `https://8.8.8.8/${'a'.repeat(2_100)}`,
  'https://chat.example:443/plugins/x',
  'https://chat.example./x',
  'http://chat.example:443/',
]

const RULES = {
  allowedHosts: ['ci.internal', '127.0.0.1:3500'],
  siteOrigin: 'https://chat.example',
}

describe('addresses', () => {
  for (const address of CLOSED) {
    it(`like ${JSON.stringify(address)} are not public`, () => {
      expect(isPublicAddress(address)).to.equal(false)
    })
  }

  for (const address of PUBLIC) {
    it(`like ${address} are public`, () => {
      expect(isPublicAddress(address)).to.equal(true)
    })
  }

  it('of this machine are not public', () => {
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    expect(own.map(({ address }) => isPublicAddress(address))).to.not.include(true)
  })
})

describe('the address of an integration', () => {
  for (const url of SPELLINGS) {
    it(`is refused with a reason where it is ${JSON.stringify(url.slice(0, 60))}`, () => {
      expect(judgeUrl(url, RULES)).to.be.a('string')
    })
  }

  for (const url of ['https://ci.example/press', 'https://8.8.8.8/', 'http://ci.internal:9/x']) {
    it(`is called where it is ${url}`, () => {
      expect(judgeUrl(url, RULES)).to.have.property('url')
    })
  }

  it('on a listed port may be internal, on another one not', () => {
    expect(judgeUrl('http://127.0.0.1:3500/', RULES)).to.include({ listed: true })
    expect(judgeUrl('http://127.0.0.1:3501/', RULES)).to.be.a('string')
  })
})
