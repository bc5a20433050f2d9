import { expect } from 'chai'
import { initials, shade } from '../../ui/initials.js'

describe('the letters of an avatar', () => {
  const rows: [name: string, letters: string][] = [
    ['ada', 'AD'],
    ['ada.lovelace', 'AL'],
    ['Deploy Bot 2', 'DB'],
    ['Service 231', 'S31'],
    ['node 7', 'N7'],
    ['(grafana)', 'GR'],
    ['GitHub', 'GH'],
    ['GitLab', 'GL'],
    ['JIRA', 'JI'],
    ['𝒳ylo', '𝒳Y'],
    ['🚀🚀🚀', '🚀🚀'],
    ['', ''],
  ]
  for (const [name, letters] of rows) {
    it(`of “${name}” are “${letters}”`, () => {
      expect(initials(name)).to.equal(letters)
    })
  }

  it('stand on one of six colours, the same for the same name', () => {
    const names = Array.from({ length: 200 }, (_each, at) => `user${at}`)
    const shades = names.map(shade)
    expect([...new Set(shades)].sort()).to.deep.equal([1, 2, 3, 4, 5, 6])
    expect(names.map(shade)).to.deep.equal(shades)
  })
})
