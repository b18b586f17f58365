import { describe, expect, it } from 'vitest'
import { browserSettings } from '#src/platform/settings.ts'
import { createStoodKeeper } from '#src/stores/keep-last-stood.ts'
import { createLastStood } from '#src/stores/last-stood.ts'

function storage(kept: Record<string, string> = {}) {
  const written: string[] = []
  return {
    written,
    getItem: (key: string) => kept[key] ?? null,
    setItem(key: string, value: string) {
      kept[key] = value
      written.push(`${key}=${value}`)
    },
  }
}
const HELD = [
  { kind: 'ticket', officeSlug: 'notaria-norte' },
  { kind: 'reservation', officeSlug: 'clinica-7' },
] as const

describe('what stood here last', () => {
  it('is nothing on a device that nobody has used', () => {
    const lastStood = createLastStood(browserSettings(() => storage()))
    expect(lastStood.somebody()).toBe(false)
    expect(lastStood.held()).toEqual([])
  })

  it('is read again as it was kept, by the next page', () => {
    const here = storage()
    const keeper = createStoodKeeper(browserSettings(() => here))
    keeper.keepSomebody('temporary')
    keeper.keepHeld(HELD)
    const after = createLastStood(browserSettings(() => here))
    expect(after.somebody()).toBe(true)
    expect(keeper.wasRegistered()).toBe(false)
    keeper.keepSomebody('registered')
    expect(after.somebody()).toBe(true)
    expect(keeper.wasRegistered()).toBe(true)
    expect(after.held()).toEqual(HELD)
    keeper.keepSomebody(null)
    keeper.keepHeld([])
    const last = createLastStood(browserSettings(() => here))
    expect(last.somebody()).toBe(false)
    expect(last.held()).toEqual([])
  })

  it('is written once for each change, however often a screen is drawn', () => {
    const here = storage()
    const keeper = createStoodKeeper(browserSettings(() => here))
    for (let drawn = 0; drawn < 3; drawn++) {
      keeper.keepHeld(HELD)
      keeper.keepSomebody('temporary')
    }
    expect(here.written).toHaveLength(2)
  })

  it('keeps no place for what nobody here has written', () => {
    const lastStood = createLastStood(
      browserSettings(() => storage({ held: 'x:y t: :notaria t:a:b {"t":1}', somebody: 'perhaps' })),
    )
    expect(lastStood.held()).toEqual([{ kind: 'ticket', officeSlug: 'a' }])
    expect(lastStood.somebody()).toBe(false)
  })
})
