import type { CardBlock } from '@slack/types'
import { expect } from 'chai'
import { mrkdwn, plainText, section, shown, shownAsSent, showsRows } from './shown.js'

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

describe('a video of few members', () => {
  const title = plainText('T')
  const video_url = 'https://v.example'
  showsRows([
    [
      'who made it and who hosts it',
      { type: 'video', title, video_url, author_name: 'A', provider_name: 'P' },
      ['[T](https://v.example) · A · P'],
    ],
    [
      'its words for a title and for a picture',
      { type: 'video', alt_text: 'W', video_url, thumbnail_url: 'https://t.example/x' },
      ['[W](https://v.example)\n![W](https://t.example/x)'],
    ],
    [
      'its title where its words are blank',
      { type: 'video', title, alt_text: ' ', thumbnail_url: 'https://t.example/x' },
      ['T\n![T](https://t.example/x)'],
    ],
    ['that it is one', { type: 'video' }, ['Video']],
    [
      'no picture that pages may not load',
      { type: 'video', title, thumbnail_url: 'data:x' },
      ['T'],
      ['blocks[0].thumbnail_url: not a picture URL'],
    ],
    ['its title as it is', { type: 'video', title: plainText('*T*') }, ['\\*T\\*']],
    [
      'the address that a page may open',
      { type: 'video', title, title_url: 'javascript:1', video_url },
      ['[T](https://v.example)'],
      ['blocks[0].title_url: links with this URL scheme are removed'],
    ],
  ])
})

describe('a file', () => {
  const told = 'blocks[0]: only the name of a file is shown'
  showsRows([
    [
      'its name where it begins no line',
      { type: 'file', file: { name: '# N', permalink: '' } },
      ['File: # N'],
      [told],
    ],
    [
      'a link on the host itself',
      { type: 'file', file: { name: 'N', permalink: '/files/1' } },
      ['File: [N](/files/1)'],
      [told],
    ],
    [
      'nothing of its other members',
      { type: 'file', block_id: 'b', source: 'remote', external_id: 'E', file: { id: 'F' } },
      ['File: E'],
      [told],
    ],
    ['its title', { type: 'file', file: { title: 'T', name: 'N' } }, ['File: T'], [told]],
    ['its name as it is', { type: 'file', file: { name: '*N*' } }, ['File: \\*N\\*'], [told]],
    [
      'its address where it has no name',
      { type: 'file', file: { external_url: 'https://e.example' } },
      ['File: [https://e.example](https://e.example)'],
      [told],
    ],
    [
      'the address that a page may open',
      { type: 'file', file: { permalink: 'javascript:1', url_private: 'https://p.example' } },
      ['File: [https://p.example](https://p.example)'],
      ['blocks[0].file.permalink: links with this URL scheme are removed', told],
    ],
    ['its id', { type: 'file', file_id: 'F1' }, ['File: F1'], [told]],
    [
      'its id elsewhere first',
      { type: 'file', external_id: 'E', file_id: 'F' },
      ['File: E'],
      [told],
    ],
    ['that it is one', { type: 'file', file: 'x' }, ['File: unnamed'], [told]],
  ])

  it('shows its name, as a link where there is an address', () => {
    expect(shown({ type: 'file', external_id: 'A_B', source: 'remote' }).text).to.equal('File: A_B')
    const file = { name: 'plan.pdf', permalink: 'https://f.example/1' }
    expect(shownAsSent([{ type: 'file', file }]).text).to.equal(
      'File: [plan.pdf](https://f.example/1)',
    )
  })
})

describe('a call', () => {
  showsRows([
    [
      'its id alone',
      { type: 'call', call_id: 'R1' },
      ['Call: R1'],
      ['blocks[0]: only the id of a call is shown'],
    ],
    [
      'its id where it has no name',
      { type: 'call', call_id: 'R1', call: { v1: {} } },
      ['Call: R1'],
    ],
    [
      'nothing of its other members',
      { type: 'call', block_id: 'b', call_id: 'R1', api_decoration_available: true, call: {} },
      ['Call: R1'],
    ],
    ['nothing of nothing', { type: 'call', call: {} }, ['Call: ']],
    [
      'no address that a page may not open',
      { type: 'call', call: { v1: { name: 'N', join_url: 'data:x' } } },
      ['Call: N'],
      ['blocks[0].call.join_url: links with this URL scheme are removed'],
    ],
    ['its name as it is', { type: 'call', call: { name: '*N*' } }, ['Call: \\*N\\*']],
    [
      'its name beside a version that is none',
      { type: 'call', call: { v1: 1, name: 'N' } },
      ['Call: N'],
    ],
    [
      'its address where it has no name',
      { type: 'call', call: { v1: { join_url: 'https://j.example' } } },
      ['Call: [https://j.example](https://j.example)'],
    ],
    [
      'the address that opens it in an application',
      { type: 'call', call: { name: 'N', desktop_app_join_url: 'https://d.example' } },
      ['Call: [N](https://d.example)'],
    ],
  ])

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
    const seen = '![flat](https://a.example/f.png)\n\n##### Flat\n\n**3** rooms'
    expect(shown(card).text).to.equal(seen)
    expect(shown(card).actions.map(({ name }) => name)).to.deep.equal(['See'])
    expect(shown({ type: 'carousel', elements: [card, card] }).text).to.equal(`${seen}\n\n${seen}`)
    expect(
      shown({
        type: 'container',
        title: plainText('Box'),
        subtitle: plainText('of incidents'),
        child_blocks: [{ type: 'divider' }],
      }).text,
    ).to.equal('##### Box\n\nof incidents\n\n---')
  })

  const rich = (text: string) => ({
    type: 'rich_text',
    elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
  })
  const icon = { type: 'image', image_url: 'https://a.example/i.png', alt_text: 'i' }
  const text = plainText('T')
  showsRows([
    ['an alert that informs', { type: 'alert', level: 'info', text }, [':information_source: T']],
    ['an alert that warns', { type: 'alert', level: 'warning', text }, [':warning: T']],
    ['an alert of success', { type: 'alert', level: 'success', text }, [':white_check_mark: T']],
    ['an alert of another level', { type: 'alert', level: 'odd', text }, ['T']],
    ['no alert without a text', { type: 'alert', level: 'error' }, []],
    [
      'all of a card, its title on one line',
      {
        type: 'card',
        icon,
        title: plainText('T\nU'),
        subtitle: plainText('s'),
        body: mrkdwn('*b*'),
        subtext: plainText('t'),
      },
      ['##### ![i](https://a.example/i.png "icon") T U\n\ns\n\n**b**\n\nt'],
    ],
    ['no card without members', { type: 'card' }, []],
    [
      'containers in containers, rich titles first',
      {
        type: 'container',
        icon,
        title: plainText('no'),
        rich_text_title: rich('r'),
        child_blocks: [{ type: 'divider' }, { type: 'container', title: plainText('in') }],
      },
      ['##### ![i](https://a.example/i.png "icon") r\n\n---\n\n##### in'],
    ],
    ['no container without members', { type: 'container' }, []],
    ['a plan without tasks', { type: 'plan', title: 'P' }, ['##### P']],
    ['no plan without members', { type: 'plan', tasks: [] }, []],
    ['the state of a task in words', { type: 'task_card', status: 'x_y_z' }, ['(x y z)']],
    [
      'the output of a task, and where it was read',
      {
        type: 'task_card',
        title: 'T',
        output: rich('o'),
        sources: [
          { url: 'https://s.example' },
          { text: 'only' },
          { url: 'javascript:1', text: 'bad' },
        ],
      },
      ['T\n\no\n\n[https://s.example](https://s.example) · only · bad'],
      ['blocks[0].sources[2].url: links with this URL scheme are removed'],
    ],
  ])

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
