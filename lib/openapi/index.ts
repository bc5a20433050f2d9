export { openApiDocument } from './document.js'
export type { ApiOperation } from './operation.js'
