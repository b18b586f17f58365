// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { messages as english } from '#locales/en/screens.po'
import { messages as spanish } from '#locales/es/screens.po'

/** A word of the screens, which is not among those of the first paint. */
const [id = ''] = Object.keys(spanish)

let loadCatalog: typeof import('#src/texts/load-catalog.ts')['loadCatalog']
let screenWords: typeof import('#src/texts/load-catalog.ts')['screenWords']
beforeEach(async () => {
  vi.resetModules()
  i18n.load({ es: {}, en: {} })
  ;({ loadCatalog, screenWords } = await import('#src/texts/load-catalog.ts'))
})

describe('the words', () => {
  it('[I18N-01] are Spanish or the chosen ones, and the page says which', async () => {
    await loadCatalog('es')
    expect([i18n.locale, document.documentElement.lang]).toEqual(['es', 'es'])
    await loadCatalog('en')
    expect([i18n.locale, document.documentElement.lang]).toEqual(['en', 'en'])
  })

  it('of the screens come when somebody asks for them, and once', async () => {
    await loadCatalog('es')
    expect(i18n.messages[id]).toBeUndefined()
    expect(screenWords()).toBe(screenWords())
    await screenWords()
    expect(i18n.messages[id]).toEqual(spanish[id])
  })

  it('[I18N-01] of screens that are shown change with the language, none of them missing for a moment', async () => {
    await loadCatalog('es')
    await screenWords()
    const gaps: string[] = []
    i18n.on('change', () => {
      if (i18n.messages[id] === undefined) gaps.push(i18n.locale)
    })
    await loadCatalog('en')
    expect(i18n.messages[id]).toEqual(english[id])
    expect(gaps).toEqual([])
  })
})
