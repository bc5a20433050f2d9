import { Schema } from 'mongoose'

const { ObjectId } = Schema.Types

export const userSchema = new Schema({
  name: { type: String, required: true, unique: true },
  isAdmin: { type: Boolean, default: false },
  leftAt: Date,
})

export const channelSchema = new Schema({
  name: { type: String, required: true, unique: true },
  title: { type: String, default: '' },
  isPrivate: { type: Boolean, default: false },
  archivedAt: Date,
  members: [{ type: ObjectId, ref: 'User' }],
  lastAt: { type: Number, default: 0 },
})

export const messageSchema = new Schema({
  channel: { type: ObjectId, ref: 'Channel', required: true },
  author: { type: ObjectId, ref: 'User', required: true },
  text: String,
  sentAt: { type: Number, required: true },
})
