export { AddPage } from './add.js'
export { PreviewCard } from './requests/preview.js'
export { EditForm } from './webhook/edit-form.js'
