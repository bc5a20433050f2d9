export {
  type ApiPaths,
  openApiDocument,
  type OpenApiDocument,
  type OpenApiOptions,
} from './document.js'
export type {
  ApiAnswer,
  ApiBody,
  ApiContent,
  ApiExample,
  ApiMethod,
  ApiOperation,
  ApiParameter,
  ApiRequestBody,
} from './operation.js'
export type { JsonSchema } from './schema.js'
