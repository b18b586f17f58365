import { describe, expect, it } from 'vitest'
import { isDeliverable, isSameDelivered, notedServices, withTouched } from '#src/desk/work/delivered-list.ts'

const copies = (quantity: number) => ({ service: 'Copia', quantity })
const signatures = (quantity: number) => ({ service: 'Firma', quantity })

describe('what was done, as a clerk notes it', () => {
  it('is the same in whatever order, and not with another number or one more', () => {
    expect(isSameDelivered([copies(2), signatures(1)], [signatures(1), copies(2)])).toBe(true)
    expect(isSameDelivered([copies(2)], [copies(3)])).toBe(false)
    expect(isSameDelivered([copies(2)], [signatures(2)])).toBe(false)
    expect(isSameDelivered([], [copies(1)])).toBe(false)
    expect(isSameDelivered([copies(1)], [])).toBe(false)
  })

  it('[ADMIN-02] offers what the office lists, and keeps what was noted of what it lists no more', () => {
    expect(notedServices(['Firma', 'Copia'], [copies(1), { service: 'Fax', quantity: 1 }])).toEqual([
      'Firma',
      'Copia',
      'Fax',
    ])
  })

  it('lays what was touched over what another clerk noted meanwhile; nothing of a service is no row', () => {
    const services = ['Firma', 'Copia']
    expect(withTouched(services, [signatures(4)], new Map([['Copia', 2]]))).toEqual([
      signatures(4),
      copies(2),
    ])
    expect(withTouched(services, [signatures(4), copies(1)], new Map([['Firma', 0]]))).toEqual([copies(1)])
    expect(withTouched(['Firma'], [], new Map([['Copia', 2]]))).toEqual([])
  })

  it('is noted of whoever was called, where the office lists anything; or put right', () => {
    const one = (state: 'waiting' | 'called' | 'attended' | 'skipped', delivered = [copies(1)]) =>
      isDeliverable({ state, delivered }, ['Copia'])
    expect([one('called', []), one('attended', [])]).toEqual([true, true])
    expect([one('waiting', []), one('skipped', [])]).toEqual([false, false])
    expect([one('waiting'), one('skipped')]).toEqual([true, true])
    expect(isDeliverable({ state: 'called', delivered: [] }, [])).toBe(false)
    expect(isDeliverable({ state: 'called', delivered: [copies(1)] }, [])).toBe(true)
  })
})
