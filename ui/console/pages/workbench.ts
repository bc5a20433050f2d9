export * from './forms.js'
export { WorkbenchPage } from './workbench/workbench.js'
