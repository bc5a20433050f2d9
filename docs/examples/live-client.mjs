// Prints each message of the five-minute host as soon as it is posted.
//
//   npm install socket.io-client
//   node live-client.mjs

import { io } from 'socket.io-client'

const socket = io(`http://127.0.0.1:${process.env['PORT'] ?? 3000}`)
socket.on('connect', () => console.log('Connected'))
socket.on('posts', (posts) => {
  for (const { message } of posts) console.log(message)
})
