import { join } from 'node:path'
import type { Page } from 'playwright-core'

const PICTURES = join(import.meta.dirname, '../../test-results/pictures')

/**
 * With NUMERITO_PICTURES=1, for people to look at; without it, nothing: pictures take a good part of the
 * browsers' time, and no test looks at them.
 * @param isWhole whether to show what lies below the fold as well
 */
export async function picture(page: Page, name: string, isWhole = false): Promise<void> {
  if (process.env.NUMERITO_PICTURES === '1') await takePicture(page, name, isWhole)
}

/**
 * Takes a picture of the page, in test-results/pictures/<name>-<width>-<scheme>.png. Animations are brought
 * to their end and the caret is hidden, so that two runs give the same picture.
 * @returns where the picture lies
 */
export async function takePicture(page: Page, name: string, isWhole = false): Promise<string> {
  const { width, scheme } = await page.evaluate(() => ({
    width: innerWidth,
    scheme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  }))
  const path = join(PICTURES, `${name}-${width}-${scheme}.png`)
  await page.screenshot({ path, fullPage: isWhole, animations: 'disabled', caret: 'hide' })
  return path
}
