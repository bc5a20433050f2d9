import { usePostgresServer } from '../support/postgres.js'
import { describeChat } from './behaviour/chat.js'
import { describeEdits } from './behaviour/edits.js'
import { describeLists } from './behaviour/lists.js'
import { describeThings } from './behaviour/things.js'
import { postgresSessions } from './postgres-session.js'

describe('store in PostgreSQL', () => {
  const url = usePostgresServer()

  describe('as a chat', () => {
    describeChat(postgresSessions(url))
  })

  describe('with edited and deleted posts', () => {
    describeEdits(postgresSessions(url))
  })

  describe('with lists', () => {
    describeLists(postgresSessions(url))
  })

  describe('with things', () => {
    describeThings(postgresSessions(url))
  })
})
