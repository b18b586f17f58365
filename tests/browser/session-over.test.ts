import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOTIFICATION_ENQUEUE_DELAY_MS } from '#contract/limits.ts'
import { newcomer, PASSWORD } from '#tests/support/accounts.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { type Visit, visit } from './app-visit.ts'
import { actMeanwhile } from './act-meanwhile.ts'
import { bookSteps } from './book-steps.ts'
import { dayFromNow, openBooks } from './book-town.ts'

/** Who is signed out by another device in the middle of something longer than a form. */
describeInBrowser('Chromium', 'an account whose session is over', () => {
  let at: Visit
  let page: Page
  const eva = newcomer({ name: 'Eva Soto' })

  beforeAll(async () => {
    at = await visit()
    page = at.page
    await openBooks(at.server, at.town)
    await at.go('/sign-up')
    await page.getByLabel('Nombre').fill(eva.name)
    await page.getByLabel('Correo').fill(eva.user)
    await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Acepto la política').check()
    await page.getByRole('button', { name: 'Crear mi cuenta' }).click()
    await page.getByText('Tu cuenta está lista').waitFor()
  })
  afterAll(() => at?.close())

  const endSessions = () =>
    at.server.database.db
      .updateTable('sessions')
      .set({ revoked_at: at.server.clock.now() })
      .where('clerk_id', 'is', null)
      .where('revoked_at', 'is', null)
      .execute()
  async function comeBack(): Promise<void> {
    await page.getByText('Entra otra vez y sigues donde ibas. Lo que escribiste sigue aquí.').waitFor()
    await page.getByText('Sesion Expirada').first().waitFor()
    await signIn()
  }
  async function signIn(): Promise<void> {
    await page.locator('[name=username]:visible').fill(eva.user)
    await page.locator('[name=password]:visible').fill(PASSWORD)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  }

  it('[AUTH-09] [OFFL-03] books with what they had chosen and written before, once they are in again', async () => {
    const steps = bookSteps(page)
    await at.go('/offices/notaria-norte/lines/copias-certificadas/book')
    await steps.day(dayFromNow(2))
    await steps.hour('9:00')
    await steps.answers({ 'Número de repertorio': '123456' })
    await actMeanwhile(page, '**/services/reservations/**', endSessions)
    await page.getByRole('button', { name: 'Reservar' }).click()
    await comeBack()
    // Back at what they wrote, which is theirs to go on with.
    await steps.heading('Tus datos')
    expect(await page.getByLabel('Número de repertorio').inputValue()).toBe('123456')
    await steps.next()
    await steps.heading('¿Reservamos esta hora?')
    await steps.book()
    const booked = await at.server.database.db.selectFrom('reservations').select('state').execute()
    expect(booked).toEqual([{ state: 'confirmed' }])
  })

  it('[AUTH-09] [POLL-01] sends the stars and the words that they had given before', async () => {
    const ticket = await at.take('firmas')
    await at.town.call('firmas')
    await page.getByText('Es tu turno').first().waitFor()
    await at.town.attended()
    await page.getByText('Atendido', { exact: true }).first().waitFor()
    const ended_at = new Date(at.server.clock.now().getTime() - NOTIFICATION_ENQUEUE_DELAY_MS - 1_000)
    const tuid = ticket.split('/').at(-1) ?? ''
    await at.server.database.db.updateTable('tickets').set({ ended_at }).where('id', '=', tuid).execute()
    await at.go(`${ticket}/poll`)
    await page.getByRole('radio', { name: 'Buena', exact: true }).check()
    const words = page.getByRole('textbox', { name: '¿Quieres contarnos algo más?' })
    await words.fill('Muy amables')
    await actMeanwhile(page, '**/polls**', endSessions)
    await page.getByRole('button', { name: 'Enviar evaluación' }).click()
    await comeBack()
    await expect.poll(() => words.inputValue()).toBe('Muy amables')
    await page.getByRole('button', { name: 'Enviar evaluación' }).click()
    await page.getByText('Evaluación enviada con éxito').first().waitFor()
    const polls = await at.server.database.db.selectFrom('polls').select('rating').execute()
    expect(polls).toEqual([{ rating: 4 }])
  })
})
