import { render } from 'preact'
import { App } from './app.js'
import './design/pages.css'

const root = document.getElementById('app')
if (root) render(<App />, root)
