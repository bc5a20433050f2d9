export { AddPage } from './add.js'
export { EditForm } from './webhook/edit-form.js'
