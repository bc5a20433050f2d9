import { expect } from 'chai'
import { nameWords } from '../../lib/text/name-words.js'

describe('the words of a name', () => {
  for (const [name, words] of [
    ['charge.failed', 'charge failed'],
    ['SCANNING_COMPLETED', 'scanning completed'],
    ['updateCard', 'update card'],
    ['APIKey', 'api key'],
    ['accessTOKEN', 'access token'],
    ['X-Hub-Signature-256', 'x hub signature 256'],
    ['sha256Sum', 'sha256 sum'],
    ['jira:issue_updated', 'jira issue updated'],
    ['Größe_überall', 'größe überall'],
    ['__', ''],
    ['', ''],
  ] as const) {
    it(`of ${name} are ${words}`, () => expect(nameWords(name).join(' ')).to.equal(words))
  }
})
