import type { Routes } from '#server/web/app.ts'
import { calendarRoutes } from './calendar-routes.ts'
import { deskBookingRoutes } from './desk-booking-routes.ts'
import { deskReservationRoutes } from './desk-routes.ts'
import { ownRoutes } from './own-routes.ts'
import type { BookingContext } from './reservations-context.ts'

/** The routes of reservations, by the service under whose base each set is registered. */
export function reservationsRoutes(context: BookingContext): Record<'reservations' | 'desk', Routes> {
  return {
    reservations: app => {
      calendarRoutes(context)(app)
      ownRoutes(context)(app)
    },
    desk: app => {
      deskReservationRoutes(context)(app)
      deskBookingRoutes(context)(app)
    },
  }
}
