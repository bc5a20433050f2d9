export { AddPage } from './add.js'
export { RequestPage } from './requests/request-page.js'
export { EditForm } from './webhook/edit-form.js'
