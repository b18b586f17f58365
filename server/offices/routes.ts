import type { Routes } from '#server/web/app.ts'
import type { OfficesContext } from './offices-context.ts'
import { browseRoutes } from './routes/browse-routes.ts'
import { lineRoutes } from './routes/line-routes.ts'
import { officeRoutes } from './routes/office-routes.ts'
import { stateRoutes } from './routes/state-routes.ts'

/** What anybody may look at, signed in or not: offices, lines, hours, forms, and how the lines stand. */
export function officesRoutes(context: OfficesContext): { v1: Routes; v3: Routes } {
  return {
    v1: app => {
      officeRoutes(context)(app)
      lineRoutes(context)(app)
      stateRoutes(context)(app)
    },
    v3: browseRoutes(context),
  }
}
