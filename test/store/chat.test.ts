import { describeChat } from './behaviour/chat.js'
import { describeLists } from './behaviour/lists.js'
import { jsonSession } from './behaviour/session.js'
import { cleanUp } from './support.js'

describe('store: chat', () => {
  afterEach(cleanUp)

  describeChat(jsonSession)

  describeLists(jsonSession)
})
