import { describeAdapters } from 'express-incoming-webhooks/conformance'
import { openOverSql } from '../support/over-sql-session.js'

describeAdapters('adapters over the tables of a chat', openOverSql)
