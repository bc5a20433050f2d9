import type { CheckedManagement } from '../adapters/checked.js'
import type { Guarantee, UsersAdapter } from '../adapters/types.js'
import { HostAdapters } from '../host/host-adapters.js'
import { messageOf, type TellMistake } from '../host/host-mistakes.js'
import { readPost } from '../host/read-records.js'
import type { AdaptersUnderTest, CheckedSession, ConformanceSession } from './session.js'

/** Puts the library's own checks in front of the adapters. What it would log fails the test. */
export function checkedSession<G extends Guarantee>(
  session: ConformanceSession<G>,
): CheckedSession {
  // Named one by one, because a spread loses the methods of a class.
  return {
    adapters: checkedAdapters(session.adapters),
    seedUser: (user) => session.seedUser(user),
    seedChannel: (channel) => session.seedChannel(channel),
    addMember: (channelId, userId) => session.addMember(channelId, userId),
    readPosts: async (channelId) => (await session.readPosts(channelId)).map(readPost),
    ...(session.failWrites
      ? {
          failWrites: async (message) => {
            await session.failWrites?.(message)
          },
        }
      : {}),
  }
}

function checkedAdapters<G extends Guarantee>(
  adapters: AdaptersUnderTest<G>,
): CheckedSession['adapters'] {
  const calls = new HostAdapters(0, failTest)
  const managed: CheckedManagement = calls.management(adapters)
  const { users, sessions } = adapters
  return {
    ...managed,
    ...(signsIn(users) ? { users: { ...managed.users, ...calls.signInUsers(users) } } : {}),
    ...(sessions ? { sessions: calls.sessions(sessions) } : {}),
  }
}

function signsIn(users: AdaptersUnderTest['users']): users is UsersAdapter {
  return users.findCredentials !== undefined
}

const failTest: TellMistake = (code, fields = {}) => {
  throw new TypeError(`${code} ${JSON.stringify(fields)}: ${messageOf(code)}`)
}
