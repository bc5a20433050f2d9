import { expect } from 'chai'
import { writeDate } from '../../lib/text/dates.js'
import { found, OPTIONS, translated } from './scanned.js'

const MOMENT = '1392734382'

describe('dates', () => {
  const tokens: readonly (readonly [string, string])[] = [
    ['{date_num}', '2014-02-18'],
    ['{date_slash}', '18/02/2014'],
    ['{date}', 'February 18th, 2014'],
    ['{date_pretty}', 'February 18th, 2014'],
    ['{date_short}', 'Feb 18, 2014'],
    ['{date_short_pretty}', 'Feb 18, 2014'],
    ['{date_long}', 'Tuesday, February 18th, 2014'],
    ['{date_long_pretty}', 'Tuesday, February 18th, 2014'],
    ['{day_divider_pretty}', 'Tuesday, February 18th, 2014'],
    ['{date_long_full}', 'February 18, 2014'],
    ['{time}', '2:39 PM UTC'],
    ['{time_secs}', '2:39:42 PM UTC'],
    ['Posted {date_num} at {time}', 'Posted 2014-02-18 at 2:39 PM UTC'],
    ['{ago}', 'February 18th, 2014 at 2:39 PM UTC'],
    ['no token', 'no token'],
  ]
  for (const [format, written] of tokens) {
    it(`writes ${format} as ${written}`, () => {
      expect(writeDate(MOMENT, format)).to.equal(written)
    })
  }

  it('writes moments up to the end of the year 9999, and leaves fractions of seconds out', () => {
    expect(writeDate('253402300799', '{date_num} {time_secs}')).to.equal(
      '9999-12-31 11:59:59 PM UTC',
    )
    expect(writeDate(`${MOMENT}.999999999`, '{time_secs}')).to.equal('2:39:42 PM UTC')
  })

  it('writes midnight and noon on a clock of twelve hours', () => {
    expect(writeDate('0', '{time}')).to.equal('12:00 AM UTC')
    expect(writeDate('43200', '{time}')).to.equal('12:00 PM UTC')
  })

  it('writes every ordinal', () => {
    const days = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 31]
    const written = days.map((day) => writeDate(String((day - 1) * 86400), '{date}')?.split(' ')[1])
    expect(written.join(' ')).to.equal(
      '1st, 2nd, 3rd, 4th, 11th, 12th, 13th, 21st, 22nd, 23rd, 31st,',
    )
  })

  it('knows neither other tokens nor moments without a date', () => {
    expect(writeDate(MOMENT, '{since}')).to.equal(null)
    expect(writeDate(MOMENT, '{constructor}')).to.equal(null)
    for (const seconds of [
      'soon',
      '',
      '-1',
      '1e3',
      '1.',
      '.1',
      '1.x',
      '1.1234567890',
      '253402300800',
      '999999999999',
      '9'.repeat(20),
    ]) {
      expect(writeDate(seconds, '{date}'), seconds).to.equal(null)
    }
  })

  it('reads the command of the markup', () => {
    expect(translated(`<!date^${MOMENT}^Posted {date_num}|some day>`)).to.equal('Posted 2014-02-18')
    expect(translated(`<!date^${MOMENT}^{date_num}>`)).to.equal('2014-02-18')
    expect(translated('on <!date^soon^{date}|February 18th>')).to.equal('on February 18th')
    expect(translated(`<!date^${MOMENT}^{since}|a while ago>`)).to.equal('a while ago')
    expect(translated(`<!date^${MOMENT}^ |x>`)).to.equal(`<!date^${MOMENT}^ |x>`)
    expect(translated('<!date^soon^{date}>')).to.equal('<!date^soon^{date}>')
    expect(translated(`\`<!date^${MOMENT}^{date}|x>\``)).to.equal(`\`<!date^${MOMENT}^{date}|x>\``)
  })

  it('links the date where the command has an address', () => {
    const linked = (target: string): string => `<!date^${MOMENT}^{date_num}^${target}|x>`
    expect(found(linked('https://a.example/'))).to.deep.equal([
      'link [2014-02-18](https://a.example/)',
    ])
    expect(found(linked('/files/1'))).to.deep.equal(['link [2014-02-18](/files/1)'])
    expect(translated(linked('javascript:alert(1)'))).to.equal('2014-02-18')
    expect(translated(linked('https://a.example/'), { ...OPTIONS, links: false })).to.equal(
      '2014-02-18',
    )
  })
})
