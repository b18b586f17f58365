import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { goOffline } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { picture } from '#tests/support/picture.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type Visit, visit } from './app-visit.ts'
import { axeFaults } from './axe-faults.ts'
import { largeTextFaults } from './large-text.ts'
import { SHUT, SHUT_LINE, shutOffice } from './shut-office.ts'

const PHONE = { width: 360, height: 800 }
const DESK = { width: 1280, height: 800 }

/** By axe for who does not see, in narrow windows for who sees little, and in pictures for us to look at. */
describeInBrowser('Chromium', 'every screen can be read, and moved to no side', () => {
  let at: Visit
  let page: Page
  let ticketPath: string

  beforeAll(async () => {
    // A worker could answer with another page, and axe would find it faultless.
    // In a browser whose notices are not barred, as most people's: their switch is on many of the pictures.
    at = await visit({ chromium: { isWhole: true, serviceWorkers: 'block' } })
    page = at.page
    await at.town.join('firmas', 6)
    await shutOffice(at.server)
  })
  afterAll(() => at?.close())

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  /** Of a wide screen; fetched when it is first needed. */
  const rail = () => page.getByRole('banner').getByRole('navigation', { name: 'Principal' })
  const close = () => page.keyboard.press('Escape')

  /** Holds the screen as it stands against axe, narrow windows and large letters, and takes its pictures. */
  async function look(name: string, isWhole = false): Promise<void> {
    for (const size of [PHONE, DESK]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        if (size === DESK) await rail().waitFor()
        await waitFor(`${name} to have one h1`, async () => (await page.locator('h1:visible').count()) === 1)
        await picture(page, `app-${name}`, isWhole && size === PHONE)
        const isLit = colorScheme === 'light'
        if (isLit === (size === PHONE)) expect(await axeFaults(page), `${name} ${size.width}`).toEqual([])
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await largeTextFaults(page), name).toEqual([])
    await page.setViewportSize(PHONE)
  }

  it.each([
    ['home', '/', 'Notaría Norte'],
    ['search', '/search', '64 oficinas'],
    ['search-services', '/search?category=notarias', 'Firmas y poderes'],
    ['search-nothing', '/search?q=zzz', 'No encontramos oficinas así'],
    ['office', '/offices/notaria-norte', 'Firmas y autorizaciones'],
    ['office-closed', '/offices/correos-punta-arenas', 'Esta oficina no tiene filas por ahora'],
    ['office-shut', SHUT, 'Abiertas ahora, cerca de esta'],
    ['office-unknown', '/offices/no-hay-tal', 'No lo encontramos'],
    ['take-guest', '/offices/notaria-norte/lines/firmas/take', 'Acepto la política'],
    ['take-shut', `${SHUT_LINE}/take`, 'Abiertas ahora, cerca de esta'],
    ['identify', '/identify', 'Acepto la política'],
    ['tickets-none', '/tickets', 'No tienes números ahora'],
    ['favorites', '/favorites', 'Todavía no tienes favoritos'],
    ['profile-guest', '/profile', 'Código del otro teléfono'],
    ['not-found', '/nada', 'Esta dirección no lleva a ninguna parte'],
    ['marketing', '/search?utm_source=cartel', 'Las oficinas no se cargaron'],
  ])('%s', async (name, path, sign) => {
    await at.go(path)
    await page.getByText(sign).first().waitFor()
    await look(name, true)
  })

  it('what lies over them', async () => {
    await at.go('/offices/notaria-norte')
    await button('Horarios').click()
    await look('hours')
    await close()
    await button('Cómo llegar').click()
    await look('directions')
    await at.go('/search')
    await button('Comunas').click()
    await look('communes')
  })

  it('a form with faults, and what is accepted with it', async () => {
    await at.go('/offices/notaria-norte/lines/firmas/take')
    await button('Lee la política').click()
    await page.getByRole('dialog').waitFor()
    await look('policy')
    await close()
    await button('Saca tu número').click()
    await page.getByRole('alert', { name: 'Revisa estos datos' }).waitFor()
    await look('take-faults', true)
  })

  it('what a line asks', async () => {
    await at.signIn()
    await at.go('/offices/notaria-norte/lines/escrituras/take')
    await page.getByLabel('Número de repertorio').waitFor()
    await look('take-form', true)
  })

  it('the waiting room, its questions, and the number by itself', async () => {
    ticketPath = await at.take('firmas')
    await look('waiting')
    await button('Entendido').click()
    await look('waiting-known')
    await button('Renunciar').click()
    await look('give-up')
    await close()
    await button('Dejar pasar').click()
    await look('let-pass')
    await close()
    await page.setViewportSize(DESK)
    await button('Solo el número').click()
    expect(await axeFaults(page)).toEqual([])
    await picture(page, 'app-number-only')
  })

  it('what rides along, the list, and what is known without a network', async () => {
    await page.setViewportSize(PHONE)
    await at.go('/profile')
    await page.getByRole('contentinfo').getByText('antes que tú').waitFor()
    await look('profile', true)
    await page.getByRole('link', { name: 'Corregir mis datos' }).click()
    await page.getByRole('heading', { level: 1, name: 'Corrige tus datos' }).waitFor()
    await look('correct', true)
    await page.goBack()
    await page.getByRole('link', { name: 'Turnos' }).click()
    await page.getByRole('heading', { level: 1, name: 'Turnos' }).waitFor()
    await look('tickets')
    await goOffline(at.chromium.context)
    await page.getByText('Sin conexión.').first().waitFor()
    await look('tickets-offline')
    await goOffline(at.chromium.context, false)
  })

  it('the call, and what is over', async () => {
    await at.go(ticketPath)
    await at.town.call('firmas')
    await page.getByRole('status').getByText('Acércate: falta poco').waitFor()
    await look('near')
    for (let person = 0; person < 6; person++) await at.town.call('firmas')
    await page.getByRole('heading', { level: 1, name: 'Es tu turno' }).waitFor()
    await look('turn')
    await at.town.attended()
    await at.go(ticketPath)
    await page.getByText('Atendido').first().waitFor()
    await look('attended')
    await at.go('/tickets')
    await page.getByRole('region', { name: 'Antes' }).waitFor()
    await look('tickets-past')
  })

  it.each(['en', 'pt'])('in %s too its words stand apart, however large', async language => {
    await page.evaluate(chosen => localStorage.setItem('language', chosen), language)
    for (const path of [
      '/',
      '/search?category=notarias',
      '/offices/notaria-norte',
      '/offices/notaria-norte/lines/escrituras/take',
      '/offices/notaria-norte/lines/congelada/take',
      SHUT,
      `${SHUT_LINE}/take`,
      '/tickets',
      '/profile',
    ]) {
      await at.go(path)
      await page.locator('h1:visible').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(await largeTextFaults(page), path).toEqual([])
    }
  })

  it('broke nothing that the browser would complain of', () => {
    // Where workers are blocked, registering one gives nothing, which no real browser does.
    expect(at.faults.filter(fault => !fault.includes("reading 'waiting'"))).toEqual([])
  })
})
