import { serve } from './child.js'

// The least that Node can do with a message.
const posts: unknown[] = []

serve(
  (req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      posts.push(JSON.parse(Buffer.concat(chunks).toString()))
      res.setHeader('Content-Type', 'text/plain')
      res.setHeader('Content-Length', '2')
      res.end('ok')
    })
  },
  `/hooks/${'k'.repeat(32)}`,
)
