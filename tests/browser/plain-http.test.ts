import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '#server/identity/passwords.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { openTown, type Town } from './app-town.ts'
import { TAKE_PATH, takeNumberAt } from './take-number-at.ts'

const HOST = 'oficina.example'
const CLERK = { user: 'ana.rojas', password: 'cuatro-tazas-de-te' }

/** A browser gives such a page neither its cryptography nor a worker, notices or a camera. */
describeInBrowser('Chromium', 'an office’s own network, over plain http', () => {
  let server: TestServer
  let town: Town
  let chromium: Chromium

  beforeAll(async () => {
    const port = await freePort()
    server = await startTestServer({
      applicationDirectory: join(import.meta.dirname, '../../dist'),
      settings: { port, origins: [`http://${HOST}:${port}`] },
    })
    town = await openTown(server)
    await server.database.db
      .updateTable('clerks')
      .set({ password_hash: await hashPassword(CLERK.password) })
      .where('user_name', '=', CLERK.user)
      .execute()
    chromium = await launchChromium({ flags: [`--host-resolver-rules=MAP ${HOST} 127.0.0.1`] })
  })
  afterAll(async () => {
    await chromium?.close()
    await server?.close()
  })

  /** A page of the desk, of which such a network keeps no session for the next one. */
  async function enter(path: string): Promise<Page> {
    const page = await chromium.context.newPage()
    await page.goto(at(path))
    await page.getByLabel('Usuario').fill(CLERK.user)
    await page.getByLabel('Contraseña').fill(CLERK.password)
    await page.keyboard.press('Enter')
    return page
  }
  const at = (path: string) => `http://${HOST}:${new URL(server.origin).port}${path}`

  it('[AUTH-08] a number is taken there: the proof is worked out without the browser’s cryptography', async () => {
    const { page } = chromium
    await takeNumberAt(page, at(TAKE_PATH))
    await page.getByRole('article').getByText('A001').waitFor()
    expect(await page.evaluate(() => [isSecureContext, 'subtle' in crypto])).toEqual([false, false])
  })

  it('[SEC-03] a clerk gets in there while somebody on the same network guesses', async () => {
    const guess = () =>
      server.ask('desk', '/session', {
        body: { ...CLERK, password: 'otra' },
        headers: { origin: at('') },
      })
    await waitFor('the pause', async () => (await guess()).status === 429)
    const page = await enter('/desk')
    await page.getByRole('heading', { name: 'Módulo 3' }).waitFor()
  })

  it('[ADMIN-01] what is told once is copied there, though the browser has no clipboard for such a page', async () => {
    const { db } = server.database
    await db.updateTable('clerk_offices').set({ role: 'supervisor' }).execute()
    // The screens are reached from where a módulo is chosen.
    await db.updateTable('modulos').set({ clerk_id: null, opened_at: null }).execute()
    const page = await enter(`/desk?office=${town.office_id}`)
    await page.getByRole('button', { name: 'Pantallas y afiche' }).click()
    const sheet = page.getByRole('dialog', { name: 'Pantallas y afiche' })
    await sheet.getByRole('radio', { name: 'Equipo propio' }).check()
    const name = sheet.getByLabel('Cómo se llama')
    await name.fill('Letrero')
    await sheet.getByRole('button', { name: 'Crear el token' }).click()
    const token = (await sheet.getByText(/^[A-Za-z0-9_-]{43}$/).textContent()) ?? ''
    await sheet.getByRole('button', { name: 'Copiar' }).click()
    await sheet.getByRole('button', { name: 'Copiado' }).waitFor()
    expect(await page.evaluate(() => 'clipboard' in navigator)).toBe(false)
    await sheet.getByRole('button', { name: 'Listo' }).click()
    await name.focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.press('ControlOrMeta+V')
    // A name is shorter than a token.
    const pasted = await name.inputValue()
    expect(pasted).toBe(token.slice(0, 40))
  })
})
