import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { describeInBrowser } from '#tests/support/describe-in-browser.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { type Visit, visit } from './app-visit.ts'
import { refuseStorage } from './refuse-storage.ts'
import { takeNumberAt, TAKE_PATH } from './take-number-at.ts'
import { toldBySocket } from './told-by-socket.ts'
import { isWhollySeen } from './wholly-seen.ts'

/** As Chromium's settings put it: sites may keep nothing, cookies neither. */
const BLOCKED = { profile: { default_content_setting_values: { cookies: 2 } } }

describeInBrowser('Chromium', 'a browser that keeps nothing', () => {
  const undo: (() => unknown)[] = []
  afterEach(async () => {
    for (const each of undo.splice(0).reverse()) await each()
  })

  /** By the browser's own setting. */
  async function blocking(): Promise<Visit> {
    const { path, remove } = makeTemporaryDirectory('blocking')
    undo.push(remove)
    mkdirSync(join(path, 'Default'))
    writeFileSync(join(path, 'Default/Preferences'), JSON.stringify(BLOCKED))
    return visit({ chromium: { persistent: path } })
  }
  /** Without any storage in it, as a page inside somebody's application may be. */
  async function bare(): Promise<Visit> {
    const here = await visit()
    await here.page.addInitScript(refuseStorage)
    return here
  }

  it.each([
    { kind: 'told to block what sites keep', open: blocking },
    { kind: 'without storage', open: bare },
  ])(
    '[CHAN-01] [OFFL-05] $kind: takes a number, says that it is not kept, is told of its call',
    async ({ open }) => {
      const here = await open()
      undo.push(() => here.close())
      const { page, server, town } = here
      const told = toldBySocket(page, 'call:created')
      await takeNumberAt(page, server.origin + TAKE_PATH)
      await page.getByRole('main').filter({ hasText: 'A001' }).waitFor()
      const note = page.getByRole('alert').filter({ hasText: 'Este navegador no guarda nada' })
      await note.waitFor()
      await town.call('firmas')
      await told
      const called = page.getByRole('heading', { name: 'Es tu turno' })
      await called.waitFor()
      expect(await called.evaluate(isWhollySeen, 0)).toBe(true)
      // No number of this phone's would go for want of room.
      expect(await page.getByText('no tiene espacio').count()).toBe(0)
      expect(here.faults).toEqual([])
    },
  )
})
