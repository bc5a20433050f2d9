import { startHostHere } from '../support/host-here.js'
import { describeCases } from './describe-suite.js'

describe('the example host', () => {
  describeCases({ start: startHostHere, half: 1 })
})
