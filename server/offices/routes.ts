import type { Routes } from '#server/web/app.ts'
import type { PageContentOf } from '#server/web/page-content.ts'
import { createOfficeList, type OfficeList } from './office-list.ts'
import type { OfficesContext } from './offices-context.ts'
import { officePages } from './pages/page-contents.ts'
import { browseRoutes } from './routes/browse-routes.ts'
import { lineRoutes } from './routes/line-routes.ts'
import { officeRoutes } from './routes/office-routes.ts'
import { stateRoutes } from './routes/state-routes.ts'

/**
 * What anybody may look at, signed in or not: offices, lines, hours, forms, and how the lines stand; the same
 * for the pages that show it.
 */
export function officesRoutes(context: OfficesContext): {
  v1: Routes
  v3: Routes
  pageContentOf: PageContentOf
  list: OfficeList
} {
  const list = createOfficeList(context)
  return {
    list,
    pageContentOf: officePages(context, list),
    v1: app => {
      officeRoutes(context)(app)
      lineRoutes(context)(app)
      stateRoutes(context)(app)
    },
    v3: browseRoutes(context, list),
  }
}
