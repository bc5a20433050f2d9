import { expect } from 'chai'
import { networkOf } from '../../lib/rules/networks.js'

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
