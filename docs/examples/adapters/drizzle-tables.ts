import { bigint, boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const users = pgTable('users', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
  isAdmin: boolean('is_admin').notNull().default(false),
  leftAt: timestamp('left_at', { withTimezone: true }),
})

export const channels = pgTable('channels', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
  title: text().notNull().default(''),
  isPrivate: boolean('is_private').notNull().default(false),
  archivedAt: timestamp('archived_at', { withTimezone: true }),
})

export const members = pgTable('members', {
  channelId: integer('channel_id').references(() => channels.id),
  userId: integer('user_id').references(() => users.id),
})

export const messages = pgTable('messages', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  channelId: integer('channel_id').notNull(),
  userId: integer('user_id').notNull(),
  body: text().notNull(),
  sentAt: bigint('sent_at', { mode: 'number' }).notNull(),
})
