import { expect } from 'chai'
import { isLocal } from '../../../ui/console/pages/connect/programs.js'

describe('a URL', () => {
  const rows: [url: string, only: boolean][] = [
    ['http://127.0.0.1:8065/hooks/k', true],
    ['http://localhost/hooks/k', true],
    ['http://chat.localhost:3000/hooks/k', true],
    ['http://[::1]:8065/hooks/k', true],
    ['https://chat.example.org/hooks/k', false],
    ['http://10.0.0.1:8065/hooks/k', false],
    ['https://127.0.0.1.example.org/hooks/k', false],
    ['https://localhost.example.org/hooks/k', false],
  ]
  for (const [url, only] of rows) {
    it(`${url} works ${only ? 'only on this computer' : 'on others too'}`, () => {
      expect(isLocal(url)).to.equal(only)
    })
  }
})
