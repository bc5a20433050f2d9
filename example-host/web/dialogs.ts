// All of the chat is there before these are. It is imported as a whole so that the bundler keeps it in one
// file; it would spread what the dialogs need and what they do not over two.
import './chat.jsx'

export * from './view/dialogs.js'
