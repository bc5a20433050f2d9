import { expect } from 'chai'
import type { Destination } from '../../../lib/model/message.js'
import { readDestination } from '../../../lib/native/message/translate.js'

const IDS = /^[a-z0-9]{26}$/
const A = 'a'.repeat(26)
const B = 'b'.repeat(26)

describe('a channel value', () => {
  const named = (name: string, mayBeId: boolean): Destination => ({
    kind: 'channelName',
    name,
    mayBeId,
  })
  const cases: readonly (readonly [string, Destination])[] = [
    ['', { kind: 'webhookChannel' }],
    ['town-square', named('town-square', true)],
    ['Town-Square', named('Town-Square', true)],
    ['#town-square', named('town-square', false)],
    ['##town-square', named('#town-square', false)],
    ['#', named('', false)],
    ['#@bob', named('@bob', false)],
    ['@bob', { kind: 'directToUser', username: 'bob' }],
    ['@BoB', { kind: 'directToUser', username: 'bob' }],
    ['@@bob', { kind: 'directToUser', username: '@bob' }],
    ['@', { kind: 'directToUser', username: '' }],
    [`${A}__${B}`, { kind: 'directBetween', userIds: [A, B] }],
    [`${B}__${A}`, { kind: 'directBetween', userIds: [B, A] }],
    [`${A}__${A}`, { kind: 'directBetween', userIds: [A, A] }],
    [`${A}__${B}__`, named(`${A}__${B}__`, true)],
    [`${A}_${B}`, named(`${A}_${B}`, true)],
    ['alice__bob', named('alice__bob', true)],
    [`${A}__bob`, named(`${A}__bob`, true)],
    [`alice__${B}`, named(`alice__${B}`, true)],
    [A, named(A, true)],
    [' town-square', named(' town-square', true)],
  ]
  for (const [channel, destination] of cases) {
    it(`${JSON.stringify(channel)} means ${destination.kind}`, () => {
      expect(readDestination(channel, IDS)).to.deep.equal(destination)
    })
  }

  it('takes ids of the pattern that the host gives', () => {
    expect(readDestination('1__2', /^\d+$/)).to.deep.equal({
      kind: 'directBetween',
      userIds: ['1', '2'],
    })
    expect(readDestination('alice', /^[a-z]+$/)).to.deep.equal(named('alice', true))
  })
})
