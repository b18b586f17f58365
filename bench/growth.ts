import type { Figure } from './figure.ts'
import { measureOfficeList } from './growth/office-list-growth.ts'
import { measureTicketGrowth } from './growth/ticket-growth.ts'

/** What becomes slower as an installation grows: in offices, and in years. */
export async function measureGrowth(): Promise<Figure[]> {
  return [...(await measureOfficeList()), ...(await measureTicketGrowth())]
}
