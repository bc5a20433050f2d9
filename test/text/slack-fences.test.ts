import { expect } from 'chai'
import fc from 'fast-check'
import { allOr } from '../support/all.js'
import { fencesOnLines } from '../../lib/text/slack-fences.js'

const onLines = (text: string): string => fencesOnLines(text).text

describe('fences of Slack', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['```Error: boom\n    at main.js:1```', '```\nError: boom\n    at main.js:1\n```'],
    ['Info: ```Traceback:\n  line 1\n```', 'Info:\n```\nTraceback:\n  line 1\n```'],
    ['_Stack_```Error: x\n  at y``` *Request*', '_Stack_\n```\nError: x\n  at y\n```\n*Request*'],
    ['```{\n    "a": 1\n}```', '```\n{\n    "a": 1\n}\n```'],
    ['```Error: x\n  at y\n```', '```\nError: x\n  at y\n```'],
    ['```\na\nb```', '```\na\nb\n```'],
    ['```\na```\nwords\n```\nb```', '```\na\n```\nwords\n```\nb\n```'],
    [
      'a ```one\ntwo``` b ```three\nfour``` c',
      'a\n```\none\ntwo\n```\nb\n```\nthree\nfour\n```\nc',
    ],
    ['x\n\n   ```a b\n\nc```\n\ny', 'x\n\n```\na b\n\nc\n```\n\ny'],
    ['```a b\r\nc```\r\nd', '```\na b\r\nc\n```\r\nd'],
    ['```a b\r\n```\r\n', '```\na b\r\n```\r\n'],
    ['```a\nb\n        ```', '```a\nb\n```'],
    ['`x` ```a b\nc```', '`x`\n```\na b\nc\n```'],
    ['x ``` \t\na b```', 'x\n```\na b\n```'],
    ['```a``` ```b c\nd```', '```a```\n```\nb c\nd\n```'],
    ['~~~\n```\n~~~\n```a b\nc```', '~~~\n```\n~~~\n```\na b\nc\n```'],
    ['````\n```a b\n````\n```a b\nc```', '````\n```a b\n````\n```\na b\nc\n```'],
    ['```a b\nc``` then ```open', '```\na b\nc\n```\nthen ```open'],
    ['```a b\n`````\nx', '```\na b\n`````\nx'],
    ['Error: ```a b\nc\n````\nx', 'Error:\n```\na b\nc\n````\nx'],
    ['A: ```a b\n``` Done.\n```\nc\n```', 'A:\n```\na b\n```\nDone.\n```\nc\n```'],
    ['```\na```\nb ```\nc', '```\na\n```\nb ```\nc'],
    ['> ```a b\n> c```\nd ```e f\ng```', '> ```a b\n> c```\nd\n```\ne f\ng\n```'],
    ['```\n> npm test\n> mocha```', '```\n> npm test\n> mocha\n```'],
  ]
  for (const [sent, written] of rows) {
    it(`get lines of their own: ${JSON.stringify(sent)}`, () => {
      expect(onLines(sent)).to.equal(written)
      expect(onLines(written), 'once more').to.equal(written)
    })
  }

  const beside: readonly (readonly [string, string])[] = [
    [
      '```js\n// use ```x``` here\n```\n\nError: ```a\nb```',
      '```js\n// use ```x``` here\n```\n\nError:\n```\na\nb\n```',
    ],
    [
      'Error: ```a\nb```\n\n```sh\necho 1\n`````\n\nafter ```d e\nf```\nend',
      'Error:\n```\na\nb\n```\n\n```sh\necho 1\n`````\n\nafter\n```\nd e\nf\n```\nend',
    ],
    [
      'Use ``` to open one.\n\n```\na\n```\nError: ```b c\nd```',
      'Use ``` to open one.\n\n```\na\n```\nError:\n```\nb c\nd\n```',
    ],
    [
      'Use ``` for code.\n```\na\n```\nError: ```b c\nd```\n```\ne\n```\nBye.',
      'Use ``` for code.\n```\na\n```\nError:\n```\nb c\nd\n```\n```\ne\n```\nBye.',
    ],
    [
      '```md\nBegin with ``` and a word\n```\nError: ```b c\nd```',
      '```md\nBegin with ``` and a word\n```\nError:\n```\nb c\nd\n```',
    ],
    [
      '- ```js\n  a\n  ```\n- b\n\nLog: ```c d\ne```',
      '- ```js\n  a\n  ```\n- b\n\nLog:\n```\nc d\ne\n```',
    ],
    [
      '```Traceback:\n  x```\nContext:\n```\n{ "cut',
      '```\nTraceback:\n  x\n```\nContext:\n```\n{ "cut',
    ],
  ]
  for (const [sent, written] of beside) {
    it(`get them beside those that stay: ${JSON.stringify(sent)}`, () => {
      expect(onLines(sent)).to.equal(written)
      expect(onLines(written), 'once more').to.equal(written)
    })
  }

  const senders: readonly (readonly [string, string, string])[] = [
    [
      'Alertmanager',
      '*Alert:* `DiskFull`\n*Details:* ```/dev/sda1 95 %\n/dev/sdb1 97 %```\n*Graph:* <https://g.example|open>',
      '*Alert:* `DiskFull`\n*Details:*\n```\n/dev/sda1 95 %\n/dev/sdb1 97 %\n```\n*Graph:* <https://g.example|open>',
    ],
    [
      'Ansible',
      'host1 failed:```fatal: [host1]: FAILED!\nrc: 1\n```host2 failed:```fatal: x\nrc: 2\n```',
      'host1 failed:\n```\nfatal: [host1]: FAILED!\nrc: 1\n```\nhost2 failed:\n```\nfatal: x\nrc: 2\n```',
    ],
    [
      'a build server',
      'Build #12 failed\n```\nnpm error a\nnpm error b```\n<https://ci.example/12|Open>\n```\n2 tests failed```',
      'Build #12 failed\n```\nnpm error a\nnpm error b\n```\n<https://ci.example/12|Open>\n```\n2 tests failed\n```',
    ],
    [
      'a bridge from GitHub',
      '*New issue:* ```Error: x\n  at y```\n### Steps\n\n1. Run\n\n   ```sh\n   npm i\n   ```\n\n> ```js\n> a\n> ```\n\n### Logs\n\n```\nb\n```',
      '*New issue:*\n```\nError: x\n  at y\n```\n### Steps\n\n1. Run\n\n   ```sh\n   npm i\n   ```\n\n> ```js\n> a\n> ```\n\n### Logs\n\n```\nb\n```',
    ],
  ]
  for (const [sender, sent, written] of senders) {
    it(`get lines of their own in what ${sender} writes`, () => {
      expect(onLines(sent)).to.equal(written)
      expect(onLines(written), 'once more').to.equal(written)
    })
  }

  it('show the first line of a block that its sender has cut, and close it', () => {
    expect(onLines('```Error: boom\n  at a (x.js:1)\n  at b')).to.equal(
      '```\nError: boom\n  at a (x.js:1)\n  at b\n```',
    )
    expect(fencesOnLines('```a\nb', 'languages').text).to.equal('```\na\nb\n```')
  })

  it('show a word that is all there is in a block, unless it names a language', () => {
    expect(onLines('```OOMKilled\n```')).to.equal('```\nOOMKilled\n```')
    expect(onLines('```Segfault\n```\nafter')).to.equal('```\nSegfault\n```\nafter')
    expect(onLines('```js\n```')).to.equal('```js\n```')
  })

  it('make a block of code in one line that a post may not hold', () => {
    const line = 'x'.repeat(1_001)
    expect(onLines(`\`\`\`${line}\`\`\` tail`)).to.equal(`\`\`\`\n${line}\n\`\`\`\ntail`)
    const short = `\`\`\`${line.slice(1)}\`\`\` tail`
    expect(onLines(short)).to.equal(short)
  })

  it('keep a single word behind the opening one as the info string', () => {
    expect(onLines('```json\n{"a": 1}```')).to.equal('```json\n{"a": 1}\n```')
    expect(onLines('x\n```c++\ny```')).to.equal('x\n```c++\ny\n```')
    expect(onLines('x ```sql\ny```')).to.equal('x\n```sql\ny\n```')
  })

  it('take a word inside a line for code, unless it names a language', () => {
    expect(onLines('x ```one\ntwo```')).to.equal('x\n```\none\ntwo\n```')
  })

  it('have the names of languages only as info strings where the text is surely Slack’s', () => {
    const inSlack = (text: string): string => fencesOnLines(text, 'languages').text
    expect(inSlack('```json\n{}\n```')).to.equal('```json\n{}\n```')
    expect(inSlack('```error\nx\n```')).to.equal('```\nerror\nx\n```')
    expect(onLines('```error\nx\n```')).to.equal('```error\nx\n```')
  })
})

describe('fences that are left as they are', () => {
  const untouched: readonly (readonly [string, string])[] = [
    ['inline code of one line', 'run ```make && make install``` now'],
    ['one that nothing closes', '```a\nb'],
    ['one that nothing closes, after words', 'Info: ```a b\nc'],
    ['those in a quote', '> ```a b\n> c```'],
    ['a block', '```\na\n```'],
    ['a block in a quote', '> ```js\n> a\n> ```'],
    [
      'a block in a list',
      '- item\n\n  ```js\n  a\n  ```\n- ```\n  b\n  ```\n1. ```sh\n   c\n   ```',
    ],
    ['a block in a list in a list', '- a\n  - b\n\n      ```js\n      c\n      ```\n'],
    ['an indented block', '   ```js\n   a\n   ```'],
    ['a block of tildes with anything in its info', '~~~ a b\n```\n~~~'],
    ['a longer fence around another', '````md\n```a b\nc\n```\n````'],
    ['a block with fences inside its lines', '```sh\necho "```" and ```x```\n```\nwords'],
    ['a fence shown as code', 'Write `` ``` `` first, then\nyour code, then `` ``` ``.'],
    ['a block without an end', 'a\n```\nb\nc'],
    ['a row of backticks', '``````````\na\n``````````'],
    [
      'one in words, before a block that says what it holds',
      'Use ``` to open a block.\n\n```sh\nnotify @here\n```\nDone, cc @here.',
    ],
    [
      'one in quotation marks before such a block',
      'The marker is "```".\n\n```js\nlet a = 1\n```\n\nbye',
    ],
    ['one in words before a block', 'Use ``` for code.\n\n```\na\n```\n\nbye'],
    ['one in words before and one behind', 'A ``` here,\n\n```sh\na\n```\nand a ``` there.'],
    ['one in words behind blocks', '```\na\n```\nb\n```sh\nc\n```\nEach ends with ``` alone.'],
    ['one in words before a block in a quote', 'Use ``` so:\n> ```\n> a\n> ```'],
    ['one in words before a block of four', 'Use ``` or more:\n\n````js\na\n````'],
    ['a block with pairs of them', '```js\n// use ```x``` here\nlet b = "```" + "```"\n```\nbye'],
    ['a block with one, which is closed', '```js\na ``` b\n```\nbye'],
    ['a block with a longer end', '```js\na\n`````\n\nb ``` c'],
    ['a pair whose rest would be hidden', 'Error: ```a b\nc``` ```open it'],
    ['a pair whose rest would be a block', 'Error: ```a b\nc``` ~~~ x'],
    [
      'an issue with blocks, lists and quotes',
      '### Steps\n\n```sh\nnpm i\n```\n\n- [ ] use ```x```\n- b\n\n  ```json\n  {}\n  ```\n\n> ```js\n> c\n> ```\n\n### Logs\n\n```\nd\n```',
    ],
    ['line ends of Windows', '```js\r\na\r\n```\r\nb'],
  ]
  for (const [title, text] of untouched) {
    it(`are ${title}`, () => {
      expect(onLines(text)).to.equal(text)
    })
  }

  const line = fc.string({
    unit: fc.constantFrom('a', ' ', '`', '"', '>', '-', '~', 'é'),
    maxLength: 8,
  })
  const words = line.filter((text) => !/`|~/.test(text))
  const marker = fc.constantFrom('```', '````', '~~~', '~~~~~')
  const block = fc
    .tuple(marker, fc.constantFrom('', 'js', 'c++'), fc.array(line, { maxLength: 4 }))
    .map(([fence, info, lines]) => {
      const inside = lines.filter(
        (text) =>
          !text
            .trimStart()
            .replace(/^[>\s-]*/, '')
            .startsWith(fence),
      )
      return [`${fence}${info}`, ...inside, fence].join('\n')
    })

  it('are all of Markdown with whole blocks', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(words, block), { maxLength: 6 }), (pieces) => {
        const text = pieces.join('\n')
        expect(onLines(text)).to.equal(text)
      }),
    )
  })
})

describe('any text', () => {
  const unit = fc.constantFrom('```', '`', '~~~', '\n', ' ', 'a', 'b c', '> ', '- ', '    ', '\r\n')
  const any = fc.array(unit, { maxLength: 24 }).map((units) => units.join(''))

  it('is the same after a second time', () => {
    fc.assert(
      fc.property(any, fc.constantFrom('words' as const, 'languages' as const), (text, info) => {
        const once = fencesOnLines(text, info).text
        expect(fencesOnLines(once, info).text).to.equal(once)
      }),
      { numRuns: allOr(2_000, 300) },
    )
  })

  it('loses nothing but white space, and gets an end at most', () => {
    fc.assert(
      fc.property(any, (text) => {
        const bare = (s: string): string => s.replace(/\s/g, '')
        expect(bare(onLines(text))).to.be.oneOf([bare(text), `${bare(text)}\`\`\``])
      }),
      { numRuns: allOr(1_000, 300) },
    )
  })
})
