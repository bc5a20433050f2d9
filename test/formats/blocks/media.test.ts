import type { CardBlock } from '@slack/types'
import { expect } from 'chai'
import { mrkdwn, plainText, section, shown, shownAsSent } from './shown.js'

const VIDEO = {
  type: 'video',
  title: plainText('How to'),
  title_url: 'https://v.example/watch',
  video_url: 'https://v.example/embed',
  thumbnail_url: 'https://v.example/t.jpg',
  alt_text: 'a film',
  description: plainText('A short film'),
  author_name: 'Ana',
} as const
const details = {
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'reading' }] }],
} as const

describe('a video', () => {
  it('shows its title as a link, its author, its words and its picture', () => {
    expect(shown(VIDEO).text).to.equal(
      '[How to](https://v.example/watch) · Ana\nA short film\n![a film](https://v.example/t.jpg)',
    )
  })

  it('links to the video where the title has no address', () => {
    const { title_url, ...video } = VIDEO
    expect(title_url).to.not.equal(video.video_url)
    expect(shown(video).text).to.match(/^\[How to\]\(https:\/\/v\.example\/embed\)/)
    const unsafe = { ...video, video_url: 'javascript:alert(1)', thumbnail_url: 'data:x' }
    expect(shown(unsafe).text).to.equal('How to · Ana\nA short film')
  })
})

describe('a file', () => {
  it('shows its name, as a link where there is an address', () => {
    expect(shown({ type: 'file', external_id: 'A_B', source: 'remote' }).text).to.equal('File: A_B')
    const file = { name: 'plan.pdf', permalink: 'https://f.example/1' }
    expect(shownAsSent([{ type: 'file', file }]).text).to.equal(
      'File: [plan.pdf](https://f.example/1)',
    )
  })
})

describe('a call', () => {
  it('shows its name as a link to join it', () => {
    const call = { v1: { name: 'Standup', join_url: 'https://c.example/1' } }
    expect(shownAsSent([{ type: 'call', call_id: 'R1', call }]).text).to.equal(
      'Call: [Standup](https://c.example/1)',
    )
    expect(shownAsSent([{ type: 'call', call_id: 'R1' }]).text).to.equal('Call: R1')
  })
})

describe('cards, containers, alerts and plans', () => {
  const card: CardBlock = {
    type: 'card',
    title: mrkdwn('Flat'),
    subtitle: mrkdwn('*3* rooms'),
    hero_image: { type: 'image', image_url: 'https://a.example/f.png', alt_text: 'flat' },
    actions: [{ type: 'button', text: plainText('See'), url: 'https://a.example' }],
  }

  it('show what they hold, in order', () => {
    const seen =
      '![flat](https://a.example/f.png)\n\n##### Flat\n\n**3** rooms\n\n[See](https://a.example)'
    expect(shown(card).text).to.equal(seen)
    expect(shown({ type: 'carousel', elements: [card, card] }).text).to.equal(`${seen}\n\n${seen}`)
    expect(
      shown({
        type: 'container',
        title: plainText('Box'),
        subtitle: plainText('of things'),
        child_blocks: [{ type: 'divider' }],
      }).text,
    ).to.equal('##### Box\n\nof things\n\n---')
  })

  it('show how grave an alert is', () => {
    const alert = { type: 'alert', text: plainText('Disk full'), level: 'error' } as const
    expect(shown(alert, section('x')).text).to.equal(':x: Disk full\n\nx')
  })

  it('show the tasks of a plan with their state, what was found and where', () => {
    const sources = [{ type: 'url', url: 'https://s.example', text: 'Source' }] as const
    const task = {
      type: 'task_card',
      task_id: '1',
      title: 'Look',
      status: 'in_progress',
      details,
    } as const
    expect(
      shown({ type: 'plan', title: 'Plan', tasks: [{ ...task, sources: [...sources] }] }).text,
    ).to.equal('##### Plan\n\nLook (in progress)\n\nreading\n\n[Source](https://s.example)')
  })
})
