import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { allFormats } from 'express-incoming-webhooks/formats'
import { isSchemeName } from '../../lib/model/verification-fields.js'
import { DOCUMENTED, FOLDER, measured, PROGRAMS } from './reference/program-pages.js'

const GROUPS = ['Monitoring', 'Code', 'Incidents', 'Chat', 'Code samples']
const FACTS = [
  'Mark',
  'Group',
  'Format',
  'Keywords',
  'Request',
  'Success',
  'Signature',
  'Events',
  'Note',
]
const FORMATS = allFormats.map(({ name }) => name)

describe('the files of programs', () => {
  it('are all in order.txt, once', () => {
    const files = readdirSync(FOLDER).filter((file) => file !== 'order.txt')
    expect(PROGRAMS.map(({ name }) => `${name}.md`)).to.have.members(files)
  })

  it('have every format of the package', () => {
    const documented = new Set(DOCUMENTED.map(({ facts }) => facts['Format']))
    expect(FORMATS.filter((name) => !documented.has(name))).to.deep.equal(['text', 'json'])
  })

  it('are in one group each, whose programs follow each other', () => {
    const groups = PROGRAMS.flatMap(({ facts }) => facts['Group'] ?? [])
    expect(groups.filter((group, at) => group !== groups[at - 1])).to.deep.equal(GROUPS)
  })

  it('have letters that no other has', () => {
    const marks = PROGRAMS.flatMap(({ facts }) => facts['Mark'] ?? [])
    expect(marks).to.have.length(new Set(marks).size)
  })

  for (const program of PROGRAMS) {
    const { name, title, steps, code, file, facts } = program
    it(`say of ${name} what the console and the documents need`, () => {
      expect(FACTS).to.include.members(Object.keys(facts))
      expect(title).not.to.equal('')
      expect(steps).not.to.deep.equal([])
      if (facts['Mark'] !== undefined) expect([file, code]).not.to.include('')
      expect(facts['Mark'] === undefined).to.equal(facts['Group'] === undefined)
      if (facts['Format'] !== undefined) expect(FORMATS).to.include(facts['Format'])
      const { Signature: signature } = facts
      if (signature !== undefined) expect(signature).to.satisfy(isSchemeName)
    })

    it(`have steps of ${name} without Markdown that the console does not read`, () => {
      for (const step of steps) {
        expect(step.replace(/\*\*[^*]+\*\*|`[^`]+`/g, '')).not.to.match(/[*_`<>[\]\\&]/)
      }
    })
  }

  for (const program of DOCUMENTED) {
    it(`have a request of ${program.title} that is shown and answered as it expects`, async () => {
      const { answer, shown } = await measured(program)
      expect(program.facts).to.include.keys('Format', 'Success')
      expect(answer.status, answer.text).to.be.within(200, 299)
      expect(shown.trim()).not.to.equal('')
    })
  }
})
