import { expect } from 'chai'
import { readPost } from '../../lib/render/index.js'
import { postsOfPayload } from '../support/translation.js'

type Action = ReturnType<typeof readPost>['attachments'][number]['actions'][number]

describe('the parts of a post', () => {
  const actionsOf = (actions: unknown): readonly Action[] =>
    readPost({ message: '', props: { attachments: [{ actions }] } }).attachments.flatMap(
      (attachment) => attachment.actions,
    )

  it('are what its payload holds', () => {
    const button = {
      id: 'go',
      name: 'Restart',
      style: 'danger',
      tooltip: 'now',
      integration: { url: 'https://a.example' },
      confirm: { text: 'Sure?', style: 'danger' },
    }
    const options = [{ text: 'One', value: '1' }]
    const menu = { ...button, id: 'menu', type: 'select', options, default_option: '1' }
    const { posts } = postsOfPayload({
      text: 'a',
      attachments: [{ text: 'b', actions: [button, menu] }],
    })
    const [post] = posts.map(readPost)
    const [attachment] = post?.attachments ?? []
    const question = { title: '', text: 'Sure?', confirm: '', deny: '', isDangerous: true }
    expect(post).to.include({ message: 'a', isPlain: false })
    expect(attachment).to.include({ text: 'b', fallback: '', continues: false, accessory: false })
    expect(attachment?.actions.map(({ id, isMenu, chosen }) => [id, isMenu, chosen])).to.deep.equal(
      [
        ['go', false, ''],
        ['menu', true, '1'],
      ],
    )
    expect(attachment?.actions[1]).to.deep.include({
      label: 'Restart',
      style: 'danger',
      tooltip: 'now',
      options: [{ label: 'One', value: '1' }],
      question,
    })
  })

  it('are each of their type, whatever a store made of them', () => {
    const [action, ...more] = actionsOf([
      null,
      { name: 7, url: '' },
      { name: 'a', id: 1, type: {}, disabled: 'yes', options: ['b', { text: 2 }], confirm: 'c' },
    ])
    expect(more).to.deep.equal([])
    expect(action).to.deep.equal({
      id: '',
      label: 'a',
      address: '',
      isMenu: false,
      isDisabled: false,
      style: '',
      tooltip: '',
      source: '',
      options: [{ label: '', value: '' }],
      chosen: '',
      question: null,
    })
  })
})
