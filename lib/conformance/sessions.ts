import assert from 'node:assert/strict'
import { checks } from './checks.js'
import { assertHolds, FAR, NOBODY, scramble } from './scene.js'

/** With two sessions of one user and one of another. */
const check = checks(async ({ sessions, seedUser }) => {
  if (!sessions) return null
  const open = async (id: string, userId: string, expiresAt = FAR) => {
    const session = { id, userId, expiresAt }
    await sessions.create({ ...session })
    return session
  }
  const wanda = await seedUser('wanda')
  const hugo = await seedUser('hugo')
  const first = await open('jti-1', wanda.id)
  const second = await open('jti-2', wanda.id)
  return { sessions, open, first, second, other: await open('jti-3', hugo.id) }
}, 'if the library signs users in')

/** Contract of `SessionsAdapter`, if users sign in through the library. */
export const SESSIONS = check({
  'are found unchanged until they expire': async ({ sessions, open, first }) => {
    const { id } = await open('jti-4', first.userId, 1)
    assertHolds(await sessions.find(first.id), first, 'the session')
    for (const text of [id, ...NOBODY]) {
      assert.equal(await sessions.find(text), null, `find of ${text}`)
    }
  },
  'end when deleted; deleting again is harmless': async ({ sessions, first, second }) => {
    for (const id of [first.id, first.id, ...NOBODY]) await sessions.delete(id)
    assert.equal(await sessions.find(first.id), null, 'find of a deleted session')
    assertHolds(await sessions.find(second.id), second, 'another session of the user')
  },
  'of one user can all be ended at once, without ending those of others': async ({
    sessions,
    first,
    second,
    other,
  }) => {
    for (const userId of [first.userId, ...NOBODY]) await sessions.deleteForUser(userId)
    assert.equal(await sessions.find(first.id), null, 'find of the first session')
    assert.equal(await sessions.find(second.id), null, 'find of the second session')
    assertHolds(await sessions.find(other.id), other, 'the session of another user')
  },
  'are copies: changing input or results does not change what is stored': async ({
    sessions,
    first,
  }) => {
    const expected = { ...first, id: 'jti-4' }
    const given = { ...expected }
    await sessions.create(given)
    scramble(given)
    scramble(await sessions.find(expected.id))
    assertHolds(await sessions.find(expected.id), expected, 'the session after the changes')
  },
})
