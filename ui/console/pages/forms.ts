export { AddPage } from './add.js'
export { RequestPage } from './requests/request-page.js'
export { ReplayRefusedDialog } from './requests/replay-refused.js'
export { EditForm } from './webhook/edit-form.js'
