import { pageHtml } from '../page/page-html.ts'
import { HEAD, pageApp, TAIL } from './respond.ts'

export default pageApp(products => `${HEAD}${pageHtml(products)}${TAIL}`)
