import { expect } from 'chai'
import { isFrom, isNetwork, liesIn, networkOf } from '../../lib/rules/networks.js'

describe('the network of an address', () => {
  const rows: readonly (readonly [address: string, network: string])[] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['1:0:0:2:3:4:5:6', '1:0:0:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['', ''],
    ['a text of a proxy', 'a text of a proxy'],
    ['x'.repeat(1_000), 'x'.repeat(64)],
  ]
  for (const [address, network] of rows) {
    it(`of ${JSON.stringify(address.slice(0, 40))} is ${network.slice(0, 40)}`, () => {
      expect(networkOf(address)).to.equal(network)
    })
  }
})

describe('a network', () => {
  const rows: readonly (readonly [text: string, isOne: boolean])[] = [
    ['192.0.2.7', true],
    ['10.0.0.0/8', true],
    ['10.1.2.3/8', true],
    ['0.0.0.0/0', true],
    ['10.0.0.0/33', false],
    ['10.0.0.0/', false],
    ['10.0.0.0/8/8', false],
    ['10.0.0.0/-1', false],
    ['10.0.0.0/8.5', false],
    ['010.0.0.1', false],
    ['10.1', false],
    ['300.1.1.1', false],
    ['::1', true],
    ['2001:db8::/32', true],
    ['2001:db8::/129', false],
    ['::ffff:10.0.0.0/104', true],
    ['::ffff:10.0.0.0/95', false],
    ['fe80::/10', true],
    ['fe80::1%eth0', false],
    ['[::1]', false],
    ['', false],
    ['example.test', false],
  ]
  for (const [text, isOne] of rows) {
    it(`is ${isOne ? '' : 'not '}${JSON.stringify(text)}`, () => {
      expect(isNetwork(text)).to.equal(isOne)
    })
  }
})

describe('an address', () => {
  const rows: readonly (readonly [address: string, lies: boolean, ...networks: string[]])[] = [
    ['10.255.0.1', true, '10.0.0.0/8'],
    ['11.0.0.1', false, '10.0.0.0/8'],
    ['11.0.0.1', true, '10.0.0.0/8', '11.0.0.1'],
    ['10.0.0.1', true, '0.0.0.0/0'],
    ['10.0.0.1', false, '::/0'],
    ['::1', false, '0.0.0.0/0'],
    ['::ffff:10.0.0.1', true, '10.0.0.0/8'],
    ['::FFFF:0a00:0001', true, '10.0.0.1'],
    ['10.0.0.1', true, '::ffff:10.0.0.0/104'],
    ['11.0.0.1', false, '::ffff:10.0.0.0/104'],
    ['::10.0.0.1', false, '10.0.0.1'],
    ['::10.0.0.1', true, '::/96'],
    ['2001:db8:ffff::1', true, '2001:db8::/32'],
    ['2001:DB8::1', true, '2001:db8:0:0:0:0:0:1'],
    ['2001:db9::1', false, '2001:db8::/32'],
    ['fe80::1%eth0', true, 'fe80::/10'],
    ['192.0.2.0/24', true, '192.0.2.7'],
    ['192.0.2.0/24', true, '192.0.0.0/16'],
    ['192.0.2.0/24', false, '192.0.3.7'],
    ['2001:db8:0:0::/64', true, '2001:db8::7'],
    ['10.0.0.1', false],
    ['', false, '0.0.0.0/0', '::/0'],
    ['unknown', false, '0.0.0.0/0', '::/0'],
    ['10.0.0.1, 192.0.2.1', false, '0.0.0.0/0'],
  ]
  for (const [address, lies, ...networks] of rows) {
    it(`${JSON.stringify(address)} ${lies ? 'lies' : 'does not lie'} in ${networks.join(' or ')}`, () => {
      expect(liesIn(networks, address)).to.equal(lies)
      expect(liesIn(networks, address), 'once they are known').to.equal(lies)
    })
  }

  it('of a client is not a network, which a sender behind a proxy may claim', () => {
    for (const client of ['0.0.0.0/0', '::/0', '::ffff:0:0/96', '192.0.2.0/24']) {
      expect(isFrom(['192.0.2.0/24', '2001:db8::/32'], client), client).to.equal(false)
    }
    expect(isFrom(['192.0.2.0/24'], '::ffff:192.0.2.7')).to.equal(true)
  })
})
