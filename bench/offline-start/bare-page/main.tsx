import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(<h1>Hola</h1>)
// After the paint, as the application does: a first visit has better things to do.
window.addEventListener('load', () => void navigator.serviceWorker.register('/worker.js'))
