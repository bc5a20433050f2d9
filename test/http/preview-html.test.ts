import { expect } from 'chai'
import type { Preview } from '../../lib/manage/preview.js'
import { adminHost } from './admin-router.host.js'

const POST = {
  action: 'created',
  channelId: 'c',
  message: 'up **again** <b>',
  type: '',
  rootId: '',
  props: { attachments: [{ title: 'db-1', title_link: 'javascript:alert(1)' }] },
} as const

const PREVIEW: Preview = {
  outcome: 'posted',
  answer: { status: 200, body: 'ok' },
  posts: [POST, { ...POST, message: 'second', props: {} }],
  format: 'native',
  event: '',
  incident: '',
  state: '',
  rules: [],
  warnings: [],
  ignored: [],
  error: null,
}

describe('the posts of a preview', () => {
  const host = adminHost({ preview: () => Promise.resolve(PREVIEW) })
  const postsOf = async (query: string): Promise<readonly object[]> => {
    const { id } = await host.webhookOf('alice')
    const path = `/hooks/incoming/${id}/preview${query}`
    const answer = await host.send('post', path, 'alice', { body: '{}' }).expect(200)
    return (answer.body as { readonly posts: readonly object[] }).posts
  }

  it('are shown as safe HTML too, each its own, if that is asked for', async () => {
    const posts = await postsOf('?html=true')
    expect(posts.map((post) => 'html' in post && post.html)).to.deep.equal([
      '<p>up <strong>again</strong> &lt;b&gt;</p><blockquote class="eiw-attachment"><p class="eiw-title"><strong>db-1 (javascript:alert(1))</strong></p></blockquote>',
      '<p>second</p>',
    ])
  })

  it('have no HTML otherwise', async () => {
    for (const query of ['', '?html=false']) {
      for (const post of await postsOf(query)) expect(post).not.to.have.property('html')
    }
  })
})
