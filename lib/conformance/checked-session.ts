import type { CheckedManagement } from '../adapters/checked.js'
import type { Guarantee } from '../adapters/types.js'
import { HostAdapters } from '../host/host-adapters.js'
import { HOST_MISTAKES, type TellMistake } from '../host/host-mistakes.js'
import { readPost } from '../host/read-records.js'
import type { AdaptersUnderTest, CheckedSession, ConformanceSession } from './session.js'

/** Puts the library's own checks in front of the adapters. What it would log fails the test. */
export function checkedSession<G extends Guarantee>(
  session: ConformanceSession<G>,
): CheckedSession {
  return {
    ...session,
    adapters: checkedAdapters(session.adapters),
    readPosts: async (channelId) => (await session.readPosts(channelId)).map(readPost),
  }
}

function checkedAdapters<G extends Guarantee>(
  adapters: AdaptersUnderTest<G>,
): CheckedSession['adapters'] {
  const calls = new HostAdapters(0, failTest)
  const managed: CheckedManagement = calls.management(adapters)
  const { sessions } = adapters
  const { findCredentials } = adapters.users
  const users = { ...adapters.users, findCredentials: findCredentials?.bind(adapters.users) }
  return {
    ...managed,
    ...(findCredentials ? { users: calls.signInUsers({ ...users, findCredentials }) } : {}),
    ...(sessions ? { sessions: calls.sessions(sessions) } : {}),
  }
}

const failTest: TellMistake = (code, fields = {}) => {
  throw new TypeError(`${code} ${JSON.stringify(fields)}: ${HOST_MISTAKES[code]}`)
}
