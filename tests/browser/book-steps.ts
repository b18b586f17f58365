import type { Page } from 'playwright-core'

/** The wizard as a finger goes through it; each leaves the page at the next question. */
export const bookSteps = (page: Page) => ({
  heading: (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor(),
  next: () => page.getByRole('button', { name: /^Sigue/ }).click(),
  async day(day: string) {
    await page.getByRole('heading', { level: 1, name: '¿Qué día?' }).waitFor()
    await page.getByRole('grid').waitFor()
    // The first page of the calendar is the month of the first free day.
    while ((await page.locator(`[data-day="${day}"]`).count()) === 0)
      await page.getByRole('button', { name: 'Mes siguiente' }).click()
    await page.locator(`[data-day="${day}"]`).click()
    await page.getByRole('button', { name: /^Sigue con/ }).click()
  },
  async hour(hour: string) {
    await page.getByRole('heading', { level: 1, name: '¿A qué hora?' }).waitFor()
    await page.getByRole('radio', { name: new RegExp(`^${hour}(\\D|$)`) }).check()
    await page.getByRole('button', { name: /^Sigue con/ }).click()
  },
  async answers(answers: Record<string, string>) {
    await page.getByRole('heading', { level: 1, name: 'Tus datos' }).waitFor()
    for (const [label, answer] of Object.entries(answers)) await page.getByLabel(label).fill(answer)
    await page.getByRole('button', { name: 'Sigue' }).click()
    await page.getByRole('heading', { level: 1, name: '¿Reservamos esta hora?' }).waitFor()
  },
  async book() {
    await page.getByRole('button', { name: 'Reservar' }).click()
    await page.waitForURL('**/reservations/*')
    await page.getByRole('article').first().waitFor()
    return new URL(page.url()).pathname
  },
})
