import { join } from 'node:path'
import { sql } from 'kysely'
import { it, expect } from 'vitest'
import { launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { startTestServer } from '#tests/support/server.ts'
import { openDeskOffice } from './desk-office.ts'
import { signInAtDesk } from './sit-down.ts'
import { axeFaults } from './axe-faults.ts'

describeInBrowser('Chromium', 'look', () => {
  it('looks', { timeout: 300_000 }, async () => {
    const server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
    const office = await openDeskOffice(server.database)
    await sql`update clerk_offices set role = 'supervisor' where clerk_id = ${office.clerk_id}`.execute(server.database.db)
    const chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
    const page = chromium.page
    page.on('pageerror', e => console.log('PAGEERROR', e.message, e.stack))
    page.on('console', m => m.type() === 'error' && console.log('CONSOLE', m.text()))
    await page.goto(`${server.origin}/desk?office=${office.office_id}&page=settings`)
    await signInAtDesk(page)
    await page.getByRole('heading', { name: 'Ajustes de la oficina' }).waitFor({timeout: 20000})
    await page.getByText('Horario').first().waitFor()
    const go = async (query: string, name: string) => {
      await page.goto(`${server.origin}/desk?office=${office.office_id}&page=settings${query}`)
      await page.getByRole('navigation', { name: 'Ajustes' }).waitFor({ state: 'attached' })
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 800 })
        await picture(page, `set-${name}`, width < 1000)
        const f = await axeFaults(page)
        if (f.length) console.log('AXE', name, width, f)
      }
      await page.setViewportSize({ width: 1280, height: 800 })
    }
    await go('', 'index')
    for (const s of (process.env.SECTIONS ?? 'office,hours,closures,lines,modulos,numbers,preference,messages,policy').split(',')) await go(`&section=${s}`, s)
    await go('&section=lines&line=firmas', 'line')
    await go('&section=lines&line=firmas&part=ticket_form', 'form')
    await go('&section=lines&line=firmas&part=reservations', 'res')
    await chromium.close()
    await server.close()
    expect(1).toBe(1)
  })
})
