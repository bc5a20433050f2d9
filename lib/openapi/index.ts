export { openApiDocument, type OpenApiDocument, type OpenApiOptions } from './document.js'
export type { ApiOperation } from './operation.js'
export type { JsonSchema } from '../model/json-schema.js'
