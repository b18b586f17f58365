import { afterEach, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { type Visit, visit } from './app-visit.ts'
import { silenceStorage } from './silence-storage.ts'
import { takeNumberAt, TAKE_PATH } from './take-number-at.ts'

describeInBrowser('Chromium', 'a browser whose storage says nothing', () => {
  let here: Visit | undefined
  afterEach(() => here?.close())

  it('[CHAN-01] [OFFL-05] takes a number, shows it, says that it is not kept, is told of its call', async () => {
    here = await visit()
    const { page, server, town, faults } = here
    await page.addInitScript(silenceStorage)
    await takeNumberAt(page, server.origin + TAKE_PATH)
    await page.getByRole('main').filter({ hasText: 'A001' }).waitFor()
    await page.getByRole('alert').filter({ hasText: 'El navegador no puede guardar tus números' }).waitFor()
    await town.call('firmas')
    await page.getByRole('heading', { name: 'Es tu turno' }).waitFor()
    expect(faults).toEqual([])
  })

  it('[OFFL-05] draws the first screen, and after some seconds what is held there', async () => {
    here = await visit()
    const { page, go } = here
    await page.addInitScript(silenceStorage)
    await go('/tickets')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('main').filter({ hasText: 'No tienes' }).waitFor()
  })
})
