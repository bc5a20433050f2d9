import { describeAdapters } from 'express-incoming-webhooks/conformance'
import { openMemory } from '../support/memory-session.js'

describeAdapters('the memory adapters', openMemory)
