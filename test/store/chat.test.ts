import { describeChat } from './behaviour/chat.js'
import { jsonSession } from './behaviour/session.js'
import { cleanUp } from './support.js'

describe('store: chat', () => {
  afterEach(cleanUp)

  describeChat(jsonSession)
})
