// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { messages as englishLists } from '#locales/en/lists.po'
import { messages as english } from '#locales/en/screens.po'
import { messages as spanishLists } from '#locales/es/lists.po'
import { messages as spanish } from '#locales/es/screens.po'

/** A word of each kind, which is not among those of the first paint. */
const [id = ''] = Object.keys(spanish)
const [listId = ''] = Object.keys(spanishLists)

let loadCatalog: typeof import('#src/texts/load-catalog.ts')['loadCatalog']
let screenWords: typeof import('#src/texts/load-catalog.ts')['screenWords']
let listWords: typeof import('#src/texts/load-catalog.ts')['listWords']
beforeEach(async () => {
  vi.resetModules()
  i18n.load({ es: {}, en: {} })
  ;({ loadCatalog, screenWords, listWords } = await import('#src/texts/load-catalog.ts'))
})

describe('the words', () => {
  it('[I18N-01] are Spanish or the chosen ones, and the page says which', async () => {
    await loadCatalog('es')
    expect([i18n.locale, document.documentElement.lang]).toEqual(['es', 'es'])
    await loadCatalog('en')
    expect([i18n.locale, document.documentElement.lang]).toEqual(['en', 'en'])
  })

  it('[I18N-01] are those that were chosen last, whichever come last', async () => {
    await Promise.all([loadCatalog('en'), loadCatalog('es')])
    expect([i18n.locale, document.documentElement.lang]).toEqual(['es', 'es'])
  })

  it('of the screens come when somebody asks for them, and once', async () => {
    await loadCatalog('es')
    expect(i18n.messages[id]).toBeUndefined()
    expect(screenWords()).toBe(screenWords())
    await screenWords()
    expect(i18n.messages[id]).toEqual(spanish[id])
  })

  it('of home’s lists come without those of the screens, and change with the language as well', async () => {
    await loadCatalog('es')
    await listWords()
    expect([i18n.messages[listId], i18n.messages[id]]).toEqual([spanishLists[listId], undefined])
    await loadCatalog('en')
    expect([i18n.messages[listId], i18n.messages[id]]).toEqual([englishLists[listId], undefined])
  })

  it('[I18N-01] that a screen asks for while the language changes come in both', async () => {
    const lists = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    vi.doMock('#locales/en/lists.po', async original => {
      asked.resolve()
      await lists.promise
      return await original()
    })
    await loadCatalog('es')
    await listWords()
    const changing = loadCatalog('en')
    await asked.promise
    await screenWords()
    expect(i18n.messages[id]).toEqual(spanish[id])
    lists.resolve()
    await changing
    vi.doUnmock('#locales/en/lists.po')
    expect([i18n.locale, i18n.messages[id]]).toEqual(['en', english[id]])
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
