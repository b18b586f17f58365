import type { Ticket } from '#contract/rest/tickets.ts'

/** Where the call of a number is entered; that of a reservation has its own address. */
export const meetPath = ({ tuid, reserve }: Pick<Ticket, 'tuid' | 'reserve'>): string =>
  reserve === null ? `/tickets/${tuid}/meet` : `/reservations/${reserve}/meet`
