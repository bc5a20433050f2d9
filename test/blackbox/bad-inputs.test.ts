import { startHostHere } from '../support/host-here.js'
import { describeSuite } from './describe-suite.js'

describe('the example host', () => {
  describeSuite({ suite: 'bad-inputs', start: startHostHere })
})
