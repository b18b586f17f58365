import type { Page } from 'playwright-core'

/**
 * Waits until what was pressed at the desk is answered. A phone, a wall or the desk's own next look may show
 * it sooner; until then the desk leaves out what could mean somebody else.
 */
export const answered = (desk: Page): Promise<void> =>
  desk.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
