import { expect } from 'chai'
import { dateText, timeOfDay } from '../../ui/times.js'

const NOW = new Date(2026, 10, 25, 18, 0).getTime()
const EARLIER = new Date(2024, 10, 19, 8, 6).getTime()

describe('times as the pages write them', () => {
  it('have no zero before the hour where there are AM and PM', () => {
    for (const hour of [4, 16]) {
      const text = timeOfDay(new Date(2026, 10, 25, hour, 25).getTime())
      if (/[AP]M$/.test(text)) expect(text).to.match(/^4:25/)
    }
  })

  it('have the year where it is another one', () => {
    expect(dateText(EARLIER, NOW)).to.include('2024')
    expect(dateText(NOW, NOW)).not.to.include('2026')
  })
})
