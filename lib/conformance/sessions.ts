import assert from 'node:assert/strict'
import type { SessionsAdapter } from '../adapters/types.js'
import type { Session } from '../model/records.js'
import { assertHolds, FAR, NOBODY, scramble, seedUser } from './scene.js'
import type { Check, CheckedSession } from './session.js'

/** Contract of `SessionsAdapter`, if users sign in through the library. */
export const SESSIONS: readonly Check[] = [
  check('are found unchanged until they expire', async (sessions, session) => {
    const { id } = await seedUser(session, 'wanda')
    const created = { id: 'jti-1', userId: id, expiresAt: FAR }
    await sessions.create(created)
    await sessions.create({ id: 'jti-2', userId: id, expiresAt: 1 })
    assertHolds(await sessions.find('jti-1'), created, 'the session')
    assert.equal(await sessions.find('jti-2'), null, 'find of an expired session')
    for (const text of NOBODY) assert.equal(await sessions.find(text), null, `find of ${text}`)
  }),
  check('end when deleted; deleting again is harmless', async (sessions, session) => {
    const [first, second] = await openSessions(sessions, session)
    await sessions.delete(first.id)
    await sessions.delete(first.id)
    for (const text of NOBODY) await sessions.delete(text)
    assert.equal(await sessions.find(first.id), null, 'find of a deleted session')
    assertHolds(await sessions.find(second.id), second, 'another session of the user')
  }),
  check(
    'of one user can all be ended at once, without ending those of others',
    async (sessions, session) => {
      const [first, second, other] = await openSessions(sessions, session)
      await sessions.deleteForUser(first.userId)
      assert.equal(await sessions.find(first.id), null, 'find of the first session')
      assert.equal(await sessions.find(second.id), null, 'find of the second session')
      assertHolds(await sessions.find(other.id), other, 'the session of another user')
      for (const text of NOBODY) await sessions.deleteForUser(text)
      assertHolds(
        await sessions.find(other.id),
        other,
        'the same after deleting the sessions of unknown users',
      )
    },
  ),
  check(
    'are copies: changing input or results does not change what is stored',
    async (sessions, session) => {
      const { id } = await seedUser(session, 'wanda')
      const given = { id: 'jti-1', userId: id, expiresAt: FAR }
      const expected = { ...given }
      await sessions.create(given)
      scramble(given)
      scramble(await sessions.find('jti-1'))
      assertHolds(await sessions.find('jti-1'), expected, 'the session after the changes')
    },
  ),
]

function check(
  title: string,
  run: (sessions: SessionsAdapter, session: CheckedSession) => Promise<void>,
): Check {
  return {
    title: `${title}, if the library signs users in`,
    run: async (session) => {
      if (session.adapters.sessions) await run(session.adapters.sessions, session)
    },
  }
}

/** Two sessions of one user and one of another. */
async function openSessions(
  sessions: SessionsAdapter,
  session: CheckedSession,
): Promise<readonly [Session, Session, Session]> {
  const wanda = await seedUser(session, 'wanda')
  const hugo = await seedUser(session, 'hugo')
  const opened: [Session, Session, Session] = [
    { id: 'jti-1', userId: wanda.id, expiresAt: FAR },
    { id: 'jti-2', userId: wanda.id, expiresAt: FAR },
    { id: 'jti-3', userId: hugo.id, expiresAt: FAR },
  ]
  for (const each of opened) await sessions.create(each)
  return opened
}
