import { readFileSync } from 'node:fs'
import ICAL from 'ical.js'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { goOffline } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'
import { bookSteps } from './book-steps.ts'
import { dayFromNow, openBooks } from './book-town.ts'
import { introduce, waitForWorker } from './take-number-at.ts'

/**
 * A temporary user's reservation lives in this browser: it opens, downloads and waits without any network.
 */
describeInBrowser('Chromium', 'a booked time without a network', () => {
  let at: Visit
  let page: Page
  let path: string
  const cancels: string[] = []

  beforeAll(async () => {
    at = await visit()
    page = at.page
    await openBooks(at.server, at.town)
    const steps = bookSteps(page)
    await at.go('/offices/notaria-norte/lines/asesor/book')
    await steps.day(dayFromNow(3))
    await steps.hour('15:30')
    await steps.heading('¿Quién eres?')
    await introduce(page)
    await steps.next()
    path = await steps.book()
    await waitForWorker(page)
    page.on('request', request => {
      if (request.method() === 'DELETE') cancels.push(request.url())
    })
    await goOffline(at.chromium.context)
  })
  afterAll(() => at?.close())

  const card = () => page.getByRole('article')
  /** What a press brings, read from the disk. */
  async function download(name: string): Promise<{ file: string; bytes: Buffer }> {
    await page.getByRole('button', { name: 'Descargar' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name }).click(),
    ])
    const bytes = readFileSync(await file.path())
    await page.keyboard.press('Escape')
    return { file: file.suggestedFilename(), bytes }
  }

  it('[TEMP-02] [TEMP-05] [OFFL-02] opens from this device alone', async () => {
    await page.goto(at.server.origin + path)
    await card().getByText('Por confirmar').waitFor()
    expect(await card().innerText()).toContain('15:30')
    await page.getByText(/Sin conexión/).waitFor()
    await page.goto(`${at.server.origin}/tickets`)
    await card().getByText('Asesoría legal').waitFor()
    await card().getByRole('link', { name: 'Ver' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tu reserva' }).waitFor()
  })

  it('[RES-13] [TEMP-05] downloads it as a picture', async () => {
    const { file, bytes } = await download('Como imagen')
    expect(file).toMatch(/^numerito-RV\w{3}\.png$/)
    expect([...bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    // Read back as whoever is sent it reads it: a picture with something in it.
    const { width, height, colours } = await page.evaluate(async base64 => {
      const picture = new Image()
      picture.src = `data:image/png;base64,${base64}`
      await picture.decode()
      const { naturalWidth: width, naturalHeight: height } = picture
      const canvas = new OffscreenCanvas(width, height).getContext('2d')
      canvas?.drawImage(picture, 0, 0)
      const pixels = new Uint32Array(canvas?.getImageData(0, 0, width, height).data.buffer ?? [])
      return { width, height, colours: new Set(pixels).size }
    }, bytes.toString('base64'))
    expect(Math.min(width, height)).toBeGreaterThan(400)
    expect(colours).toBeGreaterThan(20)
  })

  it('[RES-13] downloads it as a picture though the numerals’ face never comes', async () => {
    await page.evaluate(() => {
      document.fonts.load = () => new Promise(() => {})
    })
    const { bytes } = await download('Como imagen')
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  })

  it('[RES-13] [I18N-02] downloads it for a calendar, which reads it in the office’s zone', async () => {
    const { file, bytes } = await download('Para el calendario')
    expect(file).toMatch(/^numerito-RV\w{3}\.ics$/)
    const calendar = new ICAL.Component(ICAL.parse(bytes.toString('utf8')))
    const [event] = calendar.getAllSubcomponents('vevent').map(own => new ICAL.Event(own))
    expect(event?.summary).toContain('Asesoría legal')
    expect(event?.startDate.toString()).toBe(`${dayFromNow(3)}T15:30:00`)
    expect(event?.startDate.zone?.tzid).toBe('America/Santiago')
  })

  it('[RES-13] prints the card, and nothing round it', async () => {
    await page.evaluate(() => {
      Object.assign(window, {
        printed: 0,
        print: () => ((window as unknown as { printed: number }).printed += 1),
      })
    })
    await page.getByRole('button', { name: 'Descargar' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Para imprimir' }).click()
    await waitFor('the print', () =>
      page.evaluate(() => (window as unknown as { printed: number }).printed === 1),
    )
    expect(new URL(page.url()).search).toBe('')
    await page.emulateMedia({ media: 'print' })
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, button, a')]
        .filter(own => own.checkVisibility({ visibilityProperty: true }))
        .map(own => own.textContent),
    )
    expect(shown).toEqual(['Notaría Norte'])
    await page.emulateMedia({ media: null })
  })

  it('[OFFL-03] [RES-08] a cancel waits, says so, and survives a reload', async () => {
    await page.goto(at.server.origin + path)
    await page.getByRole('button', { name: 'Cancelar la reserva' }).click()
    await page.getByRole('button', { name: 'Sí, cancelar' }).click()
    await page.getByText('La cancelación espera').waitFor()
    await card().getByText('Cancelada por ti').waitFor()
    await page.reload()
    await page.getByText('La cancelación espera').waitFor()
    expect(await page.getByRole('button', { name: 'Cancelar la reserva' }).count()).toBe(0)
    const [row] = await at.server.database.db.selectFrom('reservations').select('state').execute()
    expect(row?.state).toBe('pending')
  })

  it('[RES-08] is sent once when the network is back, and the slot is free again', async () => {
    const before = cancels.length
    await goOffline(at.chromium.context, false)
    await waitFor('the server to know', async () => {
      const [row] = await at.server.database.db.selectFrom('reservations').select('state').execute()
      return row?.state === 'cancelled'
    })
    await page.getByText('Reserva eliminada correctamente').waitFor()
    await page.getByText('La cancelación espera').waitFor({ state: 'hidden' })
    await page.reload()
    await card().getByText('Cancelada por ti').waitFor()
    expect(cancels.length - before).toBe(1)
    const facts = await at.server.database.db
      .selectFrom('facts')
      .select('seq')
      .where('kind', '=', 'reserve:updated')
      .execute()
    // Booked, and cancelled.
    expect(facts).toHaveLength(2)
  })

  it('broke nothing that the browser would complain of', () => {
    expect(at.faults).toEqual([])
  })
})
