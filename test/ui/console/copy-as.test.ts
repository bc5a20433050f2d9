import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { needsFile, WRITERS } from '../../../ui/console/pages/workbench/sending.js'
import { openReceiver, type Receiver } from '../../support/receiver.js'

const run = promisify(execFile)
const HEADERS = ['Content-Type: application/json', `X-Note: '$HOME' "%PATH%" \`id\` ^&|<>\\`]
const POSIX = 'curl (POSIX shell)'
const POWER_SHELL = 'curl (PowerShell)'
const CMD = 'curl (cmd)'
const FETCH = 'fetch'
const PYTHON = 'Python requests'

const write = (name: string, url: string, body: string): string =>
  WRITERS.find(({ text }) => text === name)?.write({
    url,
    method: 'POST',
    headers: HEADERS,
    body,
  }) ?? ''

describe('a request as a command or a piece of a program', () => {
  let receiver: Receiver
  let folder: string
  before(async () => {
    receiver = await openReceiver()
    folder = await mkdtemp(join(tmpdir(), 'copy-as-'))
  })
  after(async () => {
    await receiver.close()
    await rm(folder, { recursive: true })
  })

  /** What a program of this kind does with what was copied. */
  const RUNNERS: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
    [POSIX]: (text) => {
      const shell = run('sh', ['-s'])
      shell.child.stdin?.end(text)
      return shell
    },
    [POWER_SHELL]: async (text) => {
      const file = join(folder, 'options')
      await writeFile(file, writtenByPowerShell(text))
      return run('curl', ['-sK', file])
    },
    [CMD]: (text) => {
      const [, ...words] = wordsOf(afterCmd(text))
      return run('curl', words)
    },
    [FETCH]: async (text) => {
      await writeFile(join(folder, 'copied.mjs'), text)
      return run(process.execPath, [join(folder, 'copied.mjs')])
    },
    [PYTHON]: async (text) => {
      await writeFile(join(folder, 'requests.py'), PYTHON_REQUESTS)
      await writeFile(join(folder, 'copied.py'), text)
      return run('python3', [join(folder, 'copied.py')])
    },
  }

  const bodies: readonly (readonly [what: string, body: string])[] = [
    ['JSON', '{"text": "Deployed **2.14.0**"}'],
    ['quotes', JSON.stringify({ text: `'"'''"\\ \\" ‘a’ ‚b‛ “c” "` })],
    ['what shells replace', JSON.stringify({ text: '$HOME `id` $(id) !! ~ * {a} ; & | > < #' })],
    ['variables', JSON.stringify({ text: '%PATH% %%PATH%% %1 %~dp0 %^PATH% 100%' })],
    ['carets', JSON.stringify({ text: '^ ^^ ^" ^& \\^' })],
    ['lines', '{\n\t"text":\r\n"a\\nb"\n}\n'],
    ['escapes', JSON.stringify({ text: '\\n \\u0041 \\" \\\\ %s \t' })],
    ['other scripts', JSON.stringify({ text: 'żółć 😀 \u202e\u2028 é' })],
    ['the end of a text in PowerShell', JSON.stringify({ text: "'@\n'; Remove-Item C:\\ #" })],
    ['a file by its beginning', JSON.stringify('@/etc/passwd')],
    ['backslashes at the end', String.raw`a\"\\`],
  ]
  for (const name of [POSIX, POWER_SHELL, CMD, FETCH, PYTHON]) {
    for (const [what, body] of bodies) {
      it(`sends ${what} by ${name}, and means the same`, async function () {
        if (name === PYTHON && !(await hasPython())) this.skip()
        const url = `http://${receiver.host}/hooks/k?a=%27&b=$HOME`
        await RUNNERS[name]?.(write(name, url, body))
        const { headers, body: sent = '' } = receiver.received.at(-1) ?? { headers: {} }
        expect(headers).to.include({
          'content-type': 'application/json',
          'x-note': HEADERS[1]?.slice('X-Note: '.length),
        })
        // cmd has no lines, and a charset of its own.
        if (name === CMD && what !== 'backslashes at the end') {
          expect(JSON.parse(sent)).to.deep.equal(JSON.parse(body))
        } else expect(sent).to.equal(body)
      })
    }
  }

  it('sends a file where a shell cannot hold the body', () => {
    const keys = '\u001b[201~\u0003'
    expect(needsFile(write(POWER_SHELL, 'http://a', keys))).to.equal(true)
    expect(needsFile(write(CMD, 'http://a', keys))).to.equal(true)
    expect(needsFile(write(CMD, 'http://a', 'two\nlines'))).to.equal(true)
    expect(needsFile(write(CMD, 'http://a', `"${'a'.repeat(9_000)}"`))).to.equal(true)
    for (const { text } of WRITERS) {
      expect(needsFile(write(text, 'http://a', '{"a": 1}')), text).to.equal(false)
    }
  })

  it('leaves no control character to a terminal', () => {
    for (const name of [POSIX, POWER_SHELL, CMD, FETCH, PYTHON]) {
      const text = write(name, 'http://a', 'a\u001b[201~\u0003\u0015touch a\r')
      expect(text, name).to.not.match(/[^\P{Cc}\t\n]/u)
    }
  })
})

async function hasPython(): Promise<boolean> {
  return run('python3', ['--version']).then(
    () => true,
    () => false,
  )
}

/** As much of the real one as this needs. */
const PYTHON_REQUESTS = `
import urllib.request
def request(method, url, headers, data):
    urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method)).read()
`

/** The text between single quotation marks, of which PowerShell knows five; two are one. */
function writtenByPowerShell(script: string): string {
  const [, quoted = ''] =
    /WriteAllText\(\$file, ['‘’‚‛]((?:[^'‘’‚‛]|['‘’‚‛]{2})*)['‘’‚‛]\)$/m.exec(script) ?? []
  return quoted.replaceAll(/(['‘’‚‛])['‘’‚‛]/g, '$1')
}

/** What cmd starts: known variables replaced, then each caret taken for a sign that the next letter is one. */
function afterCmd(line: string): string {
  expect(line, 'a second line').to.not.include('\n')
  const replaced = line.replaceAll(/%(PATH|HOME)%/g, 'REPLACED')
  let word = ''
  let isQuoted = false
  for (let at = 0; at < replaced.length; at++) {
    const letter = replaced.charAt(at)
    if (letter === '^' && !isQuoted) word += replaced.charAt(++at)
    else {
      if (letter === '"') isQuoted = !isQuoted
      expect(isQuoted || !'&|<>'.includes(letter), `${letter} is left to cmd`).to.equal(true)
      word += letter
    }
  }
  return word
}

/** The arguments as the runtime library of Windows reads them. */
function wordsOf(line: string): readonly string[] {
  const words: string[] = []
  let word = ''
  let isQuoted = false
  let isWord = false
  for (let at = 0; at < line.length; at++) {
    const [backslashes = ''] = /^\\*/.exec(line.slice(at)) ?? []
    const next = line.charAt(at + backslashes.length)
    if (backslashes !== '') {
      isWord = true
      const isSign = next === '"'
      word += isSign ? '\\'.repeat(backslashes.length / 2) : backslashes
      const isText = isSign && backslashes.length % 2 === 1
      if (isText) word += '"'
      at += backslashes.length - (isText ? 0 : 1)
    } else if (next === '"') {
      isQuoted = !isQuoted
      isWord = true
    } else if (next === ' ' && !isQuoted) {
      if (isWord) words.push(word)
      word = ''
      isWord = false
    } else {
      word += next
      isWord = true
    }
  }
  return isWord ? [...words, word] : words
}
