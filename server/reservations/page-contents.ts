import { SERVICE_BASES } from '#contract/bases.ts'
import { RESERVE_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import { ifThere, type PageContent, type PageContentOf } from '#server/web/page-content.ts'
import { requireBookableLine } from './bookable-office.ts'
import { dayBlocks, unavailableDays } from './free-slots.ts'
import { readSettings } from './read-settings.ts'
import type { ReadContext } from './reservations-context.ts'
import { bookableDays, daysBetween } from './time-blocks.ts'

const BOOK = /^\/offices\/([^/]+)\/lines\/([^/]+)\/book\/?$/

/**
 * What the page on which a time is booked brings along: what may be booked, on which days nothing, and when
 * on the first day on which something can.
 */
export function bookPages(context: ReadContext): PageContentOf {
  async function contentOf(officeSlug: string, lineSlug: string): Promise<PageContent> {
    const asked = { office_slug: officeSlug, line_slug: lineSlug }
    const [settings, plan] = await Promise.all([
      readSettings(context, officeSlug),
      requireBookableLine(context.database.db, asked),
    ])
    const dates = await unavailableDays(context, { plans: [plan] })
    const { first, last } = bookableDays(plan, context.clock.now())
    const day = daysBetween(first, last, RESERVE_DAYS_AHEAD_MAX + 1).find(free => !dates.includes(free))
    const office = `${SERVICE_BASES.reservations}/offices/${officeSlug}`
    return {
      preview: null,
      frame: null,
      answers: {
        [`${office}/settings/`]: settings,
        [`${office}/calendar/unavailable?line=${lineSlug}`]: { dates },
        // The screen offers the nearest hour that can be had.
        ...(day !== undefined && {
          [`${office}/${lineSlug}/${day}/timeblocks`]: await dayBlocks(context, plan, day),
        }),
      },
    }
  }

  return async path => {
    const [, officeSlug, lineSlug] = BOOK.exec(path) ?? []
    return officeSlug === undefined || lineSlug === undefined
      ? null
      : await ifThere(contentOf(officeSlug, lineSlug))
  }
}
