import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/** Spanish is written first, as it is spoken in Chile; the other two are translated from it. */
export default defineConfig({
  sourceLocale: 'es',
  locales: ['es', 'en', 'pt'],
  catalogs: [{ path: 'locales/{locale}/messages', include: ['src'] }],
  format: formatter({ lineNumbers: false }),
})
