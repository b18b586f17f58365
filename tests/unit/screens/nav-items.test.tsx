// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useNavItems } from '#src/app/shell/use-nav-items.ts'
import { useBack } from '#src/screens/shared/back-link.ts'
import { uiStore } from '#src/stores/ui-store.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

beforeAll(readSpanish)
afterEach(() => {
  cleanup()
  uiStore.getState().readAddress('')
})

function at<Value>(path: string, hook: () => Value): Value {
  history.replaceState(null, '', path)
  return renderHook(hook, { wrapper: InSpanish }).result.current
}
const labels = (path = '/') => at(path, useNavItems).map(({ label }) => label)

describe('the destinations', () => {
  it('[SHELL-02] are five: home, search, favorites, tickets, profile', () => {
    expect(at('/', useNavItems).map(({ label, href }) => [label, href])).toEqual([
      ['Inicio', '/'],
      ['Buscar', '/search'],
      ['Favoritos', '/favorites'],
      ['Turnos', '/tickets'],
      ['Perfil', '/profile'],
    ])
  })

  it.each([
    ['/', 'Inicio'],
    ['/search', 'Buscar'],
    ['/offices/notaria-norte/lines/firmas', 'Buscar'],
    ['/favorites', 'Favoritos'],
    ['/tickets/0f8fad5b-d9cb-469f-a165-70867728950e', 'Turnos'],
    ['/profile', 'Perfil'],
  ])('[SHELL-02] mark at %s the one where one is: %s', (path, label) => {
    const current = at(path, useNavItems).filter(item => item.current)
    expect(current.map(item => item.label)).toEqual([label])
  })

  it.each([
    ['search', 'Buscar'],
    ['favorites', 'Favoritos'],
    ['tickets', 'Turnos'],
    ['profile', 'Perfil'],
  ])('[SHELL-06] leave out %s where the address hides it', (item, label) => {
    uiStore.getState().readAddress(`?itemsToHide=${item}`)
    expect(labels()).not.toContain(label)
    expect(labels()).toHaveLength(4)
  })

  it('[SHELL-06] leave out several, and nothing for a name that means nothing', () => {
    uiStore.getState().readAddress('?itemsToHide=favorites,%20profile,logo')
    expect(labels()).toEqual(['Inicio', 'Buscar', 'Turnos'])
  })
})

describe('the way back', () => {
  it('[SHELL-06] is there, unless the address hides backArrow', () => {
    expect(at('/', () => useBack('/search'))).toMatchObject({ label: 'Volver', href: '/search' })
    uiStore.getState().readAddress('?itemsToHide=backArrow')
    expect(at('/', () => useBack('/search'))).toBeUndefined()
  })
})
