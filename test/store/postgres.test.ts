import { describeChat } from './behaviour/chat.js'
import { describeEdits } from './behaviour/edits.js'
import { describeLists } from './behaviour/lists.js'
import { describeIncidentsOfPeople } from './behaviour/incidents-of-people.js'
import { postgresSessions } from './postgres-session.js'

describe('store in PostgreSQL', () => {
  const open = postgresSessions()

  describe('as a chat', () => {
    describeChat(open)
  })

  describe('with edited and deleted posts', () => {
    describeEdits(open)
  })

  describe('with lists', () => {
    describeLists(open)
  })

  describe('with incidents', () => {
    describeIncidentsOfPeople(open)
  })
})
