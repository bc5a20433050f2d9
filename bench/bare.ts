import bodyParser from 'body-parser'
import express from 'express'
import { serve } from './child.js'

// The least that an Express application can do with a message.
const posts: unknown[] = []
const app = express()
app.post('/hooks/:key', bodyParser.json(), (req, res) => {
  posts.push(req.body)
  res.type('text/plain').send('ok')
})

serve(app, `/hooks/${'k'.repeat(32)}`)
