import { renderToReadableStream } from 'react-dom/server.edge'
import { reactApp } from './react-app.tsx'

export default reactApp(renderToReadableStream)
