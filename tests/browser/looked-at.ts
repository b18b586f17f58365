import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { picture } from '#tests/support/picture.ts'
import { axeFaults } from './axe-faults.ts'
import { largeTextFaults } from './large-text.ts'

/**
 * Shows a page as it stands in each of these widths, light and dark: in a picture for people to look at, to
 * axe, and in large text. The window is as it was afterwards.
 * @param isWhole whether the pictures of wide windows show what lies below the fold as well
 */
export async function lookedAt(
  page: Page,
  name: string,
  widths: readonly number[] = [1280, 360],
  isWhole = false,
): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await picture(page, name, isWhole || width < 1024)
      expect(await axeFaults(page), `${name}, ${width} px, ${colorScheme}`).toEqual([])
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await largeTextFaults(page), name).toEqual([])
  await page.setViewportSize(before)
}
