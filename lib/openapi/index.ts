export { openApiDocument, type MountPaths, type OpenApiOptions, USUAL_PATHS } from './document.js'
