/** What forges are written with. */
export * from '../kit.js'
export * from './forge.js'
export * from './news.js'
export * from './pushes.js'
export * from './runs.js'
export * from './topics.js'
