/** From the most to the least. */
export const LOG_LEVELS = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export function levelOf(text: string): LogLevel {
  return LOG_LEVELS.find((level) => level === text) ?? 'DEBUG'
}
