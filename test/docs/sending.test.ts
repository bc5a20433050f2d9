import { expect } from 'chai'
import request from 'supertest'
import { bodyIn } from '../support/first-message.js'
import { hookHost } from '../support/hook-host.js'
import { blocksOf, page } from '../support/markdown.js'

const PAGE = page('sending.md')
const COMMANDS = [...blocksOf(PAGE, 'sh'), ...blocksOf(PAGE, 'bat')]

describe('docs/sending.md', () => {
  it('posts from a Unix shell and from that of Windows', async () => {
    expect(COMMANDS).to.have.lengthOf(2)
    for (const command of COMMANDS) {
      const { app, path, posts } = hookHost()
      await request(app)
        .post(path)
        .set('Content-Type', 'application/json')
        .send(bodyIn(command))
        .expect(200, 'ok')
      expect(posts().map(({ message }) => message)).to.deep.equal(['Hello'])
      expect(command.trim().split(' ').at(-1)).to.equal('https://chat.example.org/hooks/<HOOK_KEY>')
    }
  })
})
