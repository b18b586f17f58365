import { describe, expect, it } from 'vitest'
import type { Line, Office } from '#contract/rest/offices.ts'
import { aboutOf, favoriteOfLine, favoriteOfOffice, favoritesIn, meantBy } from '#src/domain/favorite.ts'

const office = { id: 12, slug: 'centro', name: 'Centro' } as Office
const line = { id: 7, slug: 'general', name: 'General', waiting: 3 } as Line

describe('a favourite', () => {
  it('[FAV-01] is named by what it is, and the name says which one', () => {
    expect(aboutOf(favoriteOfOffice(office))).toBe('office:12')
    expect(aboutOf(favoriteOfLine(office, line))).toBe('line:7')
    expect(meantBy('office:12')).toEqual({ kind: 'offices', id: 12 })
    expect(meantBy('line:7')).toEqual({ kind: 'lines', id: 7 })
  })

  it('[FAV-01] keeps nothing of where its person was, nor of how the line stood', () => {
    const ranked = { ...office, distance: 1_234, isOpen: true }
    expect(favoriteOfOffice(ranked)).toEqual({ office, line: null, active: true })
    const { line: kept } = favoriteOfLine(office, line)
    expect(kept).toEqual({ id: 7, slug: 'general', name: 'General' })
  })

  it('[FAV-01] is read from the server’s answer, closed ones as such', () => {
    const listed = {
      offices: [{ ...office, active: false }],
      lines: [{ id: 7, slug: 'general', name: 'General', office, active: true }],
    }
    expect(favoritesIn(listed)).toEqual([
      { office, line: null, active: false },
      { office, line: { id: 7, slug: 'general', name: 'General' }, active: true },
    ])
  })
})
