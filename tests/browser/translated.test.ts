import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearTranslators } from '#src/platform/bear-translators.ts'
import { type Chromium, launchChromium } from '#tests/support/chromium.ts'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type Visit, visit } from './app-visit.ts'
import { answered } from './answered.ts'
import { openDeskOffice, takeNumber } from './desk-office.ts'
import { sitDown } from './sit-down.ts'
import { TRANSLATED, translatePages } from './translate-pages.ts'

declare global {
  interface Window {
    texts(...words: string[]): { main: HTMLElement; texts: Text[] }
    translate(text: Text): HTMLElement
    told(): Promise<void>
  }
}

/** For whoever reads none of our languages, and lets the browser translate the page. */
describeInBrowser('Chromium', 'a page that the browser translates', () => {
  describe('on the phone', () => {
    let at: Visit
    let page: Page

    beforeAll(async () => {
      at = await visit()
      page = at.page
      await translatePages(at.chromium.context)
      await at.signIn()
    })
    afterAll(() => at?.close())

    const button = (name: string) => page.getByRole('button', { name })

    it('[WAIT-01] counts down in the waiting room, is called by the number and the módulo as the office shows them', async () => {
      await at.town.join('firmas', 2)
      await at.take('firmas')
      const status = page.locator('p[role=status]')
      const article = page.getByRole('article')
      await status.locator(TRANSLATED).first().waitFor()
      for (const words of ['2 personas antes que tú', '1 persona antes que tú', 'Sigues tú']) {
        await expect.poll(() => status.first().innerText()).toContain(words)
        expect(await article.innerText()).toMatch(/^A003$/m)
        expect(await article.locator(TRANSLATED).getByText('A003').count()).toBe(0)
        await at.town.call('firmas')
      }
      await page.getByRole('heading', { level: 1, name: 'Es tu turno' }).locator(TRANSLATED).waitFor()
      expect(await page.locator('main').innerText()).toMatch(/^A003$[^]*^3$/m)
      expect(
        await page
          .locator(TRANSLATED)
          .getByText(/^(A003|3)$/)
          .count(),
      ).toBe(0)
      await button('Voy').click()
      await page.getByText('Ya saben que vas').waitFor()
      await at.town.attended()
      await page.getByRole('heading', { level: 1, name: 'Es tu turno' }).waitFor({ state: 'detached' })
      expect(at.faults).toEqual([])
    })

    it('[OFF-04] says how many it finds, though it was translated before all of the page had come', async () => {
      const rest = /\/assets\/start-late-/
      let come = () => {}
      const held = new Promise<void>(resolve => {
        come = resolve
      })
      await page.route(rest, async route => {
        await held
        await route.continue()
      })
      await at.go('/search')
      // What stands before that is none of React's.
      await page.waitForFunction(() => performance.getEntriesByName('application').length > 0)
      const found = page.getByRole('status').filter({ hasText: /oficina/ })
      await found.locator(TRANSLATED).first().waitFor()
      await page.getByRole('searchbox').fill('notaria nunoa')
      come()
      await found.getByText('1 oficina').waitFor()
      await page.getByRole('button', { name: 'Borrar' }).click()
      await found.getByText('64 oficinas').waitFor()
      expect(await page.title()).toBe('Buscar · Numerito')
      await page.unroute(rest)
      expect(at.faults).toEqual([])
    })

    it('[FORM-02] says what is wrong in a form, takes it back, and goes on', async () => {
      await at.go('/offices/notaria-norte/lines/escrituras/take')
      const number = page.getByLabel('Número de repertorio')
      await number.fill('12-34')
      await button('Saca tu número').click()
      await page.getByRole('alert', { name: 'Revisa estos datos' }).locator(TRANSLATED).first().waitFor()
      await number.fill('123456')
      await button('Saca tu número').click()
      await page.waitForURL('**/tickets/*')
      await page.getByRole('article').locator(TRANSLATED).first().waitFor()
      expect(at.faults).toEqual([])
    })
  })

  describe('at the desk', () => {
    let server: TestServer
    let chromium: Chromium
    const faults: string[] = []

    beforeAll(async () => {
      server = await startTestServer({ applicationDirectory: join(import.meta.dirname, '../../dist') })
      chromium = await launchChromium({ viewport: { width: 1280, height: 800 } })
      chromium.page.on('pageerror', error => faults.push(error.message))
      await translatePages(chromium.context)
    })
    afterAll(async () => {
      await chromium?.close()
      await server?.close()
    })

    it('calls one after the other, and says who stands there', async () => {
      const { page } = chromium
      const { office_id, lineId } = await openDeskOffice(server.database)
      for (const slug of ['firmas', 'firmas', 'copias'])
        await takeNumber(server, { office_id, line_id: lineId(slug) })
      await sitDown(page, { origin: server.origin, office_id })
      const stands = page.getByRole('article')
      const button = (name: string) => page.getByRole('button', { name })
      await button('Llamar al siguiente').click()
      await stands.getByText('A001').waitFor()
      await button('No llegó').click()
      await stands.getByText('No llegó').waitFor()
      await button('Llamar al siguiente').click()
      await stands.getByText('A002').waitFor()
      await button('Sí, atiendo').click()
      await answered(page)
      await button('Atendido, y llamar al siguiente').click()
      await stands.getByText('C001').waitFor()
      expect(await stands.locator(TRANSLATED).count()).toBeGreaterThan(0)
      expect(faults).toEqual([])
    })
  })

  describe('text by text, as React changes them', () => {
    let chromium: Chromium

    beforeAll(async () => {
      chromium = await launchChromium()
      const { page } = chromium
      await page.setContent('<main></main>')
      await page.evaluate(`(${bearTranslators.toString()})(window)`)
      await page.evaluate(() => {
        window.texts = (...words) => {
          const main = document.querySelector('main') as HTMLElement
          main.replaceChildren(...words)
          return { main, texts: [...main.childNodes] as Text[] }
        }
        window.translate = text => {
          const font = document.createElement('font')
          font.append(text.data.toUpperCase())
          text.replaceWith(font)
          return font
        }
        // What observers are told, they are told after whatever runs.
        window.told = () => new Promise(done => void setTimeout(done))
      })
    })
    afterAll(() => chromium?.close())

    it('shows the text of now, which can be translated anew', async () => {
      const seen = await chromium.page.evaluate(async () => {
        const { main, texts } = window.texts('5', ' antes')
        const [ahead, words] = texts as [Text, Text]
        const each: string[] = []
        for (const now of ['4', '3']) {
          window.translate(ahead)
          if (words.isConnected) window.translate(words)
          await window.told()
          ahead.nodeValue = now
          await window.told()
          each.push(main.innerHTML)
        }
        return each
      })
      expect(seen).toEqual(['4<font> ANTES</font>', '3<font> ANTES</font>'])
    })

    it('puts what comes in front of a text that was translated, and takes either away', async () => {
      const seen = await chromium.page.evaluate(async () => {
        const { main, texts } = window.texts('cinco ', 'antes')
        const [ahead, words] = texts as [Text, Text]
        window.translate(words)
        await window.told()
        const near = document.createTextNode('acércate, ')
        main.insertBefore(near, words)
        const come = main.innerHTML
        window.translate(near)
        window.translate(ahead)
        // In the very turn in which they were translated.
        main.removeChild(near)
        main.removeChild(ahead)
        return [come, main.innerHTML]
      })
      expect(seen).toEqual(['cinco acércate, <font>ANTES</font>', '<font>ANTES</font>'])
    })

    it('keeps what changes its place in its new one alone', async () => {
      const seen = await chromium.page.evaluate(async () => {
        const { main, texts } = window.texts('uno ', 'dos ', 'tres')
        const [one, two] = texts as [Text, Text]
        for (const text of texts) window.translate(text)
        await window.told()
        main.insertBefore(two, one)
        const moved = main.innerHTML
        main.appendChild(one)
        return [moved, main.innerHTML]
      })
      expect(seen).toEqual(['dos <font>UNO </font><font>TRES</font>', 'dos <font>TRES</font>uno '])
    })

    it('goes on where another translation takes the place of the first, or was put around the text', async () => {
      const seen = await chromium.page.evaluate(async () => {
        const { main, texts } = window.texts('uno ', 'dos ', 'tres')
        const [one, two] = texts as [Text, Text]
        const font = window.translate(one)
        await window.told()
        const other = document.createElement('font')
        other.append('ein ')
        font.replaceWith(other)
        await window.told()
        one.nodeValue = 'uno, '
        const around = document.createElement('font')
        two.before(around)
        around.append(two)
        await window.told()
        main.insertBefore(document.createElement('hr'), two)
        const come = main.innerHTML
        main.removeChild(two)
        return [come, main.innerHTML]
      })
      expect(seen).toEqual(['uno, <hr><font>dos </font>tres', 'uno, <hr>tres'])
    })

    it('bears what was translated before it was there', async () => {
      const seen = await chromium.page.evaluate(() => {
        const { main } = window.texts('uno')
        const gone = document.createTextNode('gone')
        main.removeChild(gone)
        main.insertBefore(document.createElement('hr'), gone)
        return main.innerHTML
      })
      expect(seen).toBe('uno<hr>')
    })

    it('shows the text of now where it changed before that, too', async () => {
      const page = await chromium.context.newPage()
      await page.setContent('<main>5</main>')
      const seen = await page.evaluate(`
        const main = document.querySelector('main')
        const text = main.firstChild
        const changes = new MutationObserver(() => {})
        changes.observe(document, { childList: true, subtree: true })
        text.replaceWith(document.createElement('font'))
        text.nodeValue = '4'
        ;(${bearTranslators.toString()})(window, changes.takeRecords())
        main.innerHTML`)
      expect(seen).toBe('4')
      await page.close()
    })

    it('still hears of a mistake of our own', async () => {
      const names = await chromium.page.evaluate(() => {
        const { main } = window.texts('uno')
        const apart = document.createElement('p')
        return [() => main.removeChild(apart), () => main.insertBefore(new Text('dos'), apart)].map(wrong => {
          try {
            wrong()
            return null
          } catch (error) {
            return (error as Error).name
          }
        })
      })
      expect(names).toEqual(['NotFoundError', 'NotFoundError'])
    })
  })
})
