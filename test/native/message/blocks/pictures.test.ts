import { plainText, showsRows } from './shown.js'

describe('a picture', () => {
  const title = plainText('T')
  const refused = ['blocks[0].image_url: not a picture URL']
  const image = (image_url: string, more: object = {}): object => ({
    type: 'image',
    image_url,
    ...more,
  })
  const file = (slack_file: object): object => ({ type: 'image', slack_file, alt_text: 'a' })
  showsRows([
    ['its title above it', image('/x.png', { title, alt_text: 'a' }), ['T\n![a](/x.png)']],
    ['its title alone', image('', { title }), ['T']],
    ['its title without what may not be loaded', image('data:x', { title }), ['T'], refused],
    ['nothing of nothing', image(''), []],
    [
      'its address for words',
      image('https://a.example/x'),
      ['![https://a.example/x](https://a.example/x)'],
    ],
    [
      'its address for blank words',
      image('https://a.example/x', { alt_text: ' ' }),
      ['![https://a.example/x](https://a.example/x)'],
    ],
    [
      'itself from an address with spaces and controls',
      image(' https://a.example/x y\u007f ', { alt_text: ' a ' }),
      ['![a](https://a.example/x%20y%7F)'],
    ],
    [
      'nothing of another host without a scheme',
      image('//e.example/x', { alt_text: 'a' }),
      ['a'],
      refused,
    ],
    ['nothing of an address for mail', image('mailto:a@b', { alt_text: 'a' }), ['a'], refused],
    ['nothing of an address for files', image('ftp://a/x.png', { alt_text: 'a' }), ['a'], refused],
    ['a file by its address', file({ url: 'https://f.example/x' }), ['![a](https://f.example/x)']],
    [
      'the words of a file that only Slack has',
      file({ id: 'F' }),
      ['a'],
      ['blocks[0].slack_file: files stored in Slack cannot be shown'],
    ],
    [
      'the words of a file that no page may load',
      file({ url: 'javascript:1' }),
      ['a'],
      ['blocks[0].slack_file.url: not a picture URL'],
    ],
    [
      'itself with the title of an icon where it is small',
      { type: 'context', elements: [image('https://a.example/x_(1)')] },
      ['![https://a.example/x\\_(1)](https://a.example/x_(1) "icon")'],
    ],
    [
      'the words of a small one that no page may load',
      { type: 'context', elements: [image('data:x', { alt_text: '*a*' })] },
      ['\\*a\\*'],
      ['blocks[0].elements[0].image_url: not a picture URL'],
    ],
  ])
})
