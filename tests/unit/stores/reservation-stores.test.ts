import { describe, expect, it } from 'vitest'
import { EMPTY_DRAFT } from '#src/domain/reservation-draft.ts'
import { createReservationDraftStore } from '#src/stores/reservation-draft-store.ts'
import { createReservationStore } from '#src/stores/reservation-store.ts'
import { memorySettings } from '../platform/fakes.ts'

const WISH = {
  officeSlug: 'centro',
  lineId: 7,
  from: '2026-11-24T13:00:00.000Z',
  requestId: 'r',
  declared: true,
}

describe('the reservations that go on', () => {
  it('[RES-16] are queued, created, confirmed; the one booked last is current', () => {
    const store = createReservationStore(memorySettings())
    const now = () => {
      const { queued, created, confirmed, current } = store.getState()
      return [queued?.requestId ?? null, created, confirmed, current]
    }
    expect(now()).toEqual([null, [], [], null])
    store.getState().begin(WISH)
    expect(now()).toEqual(['r', [], [], null])
    store.getState().settle('a', false)
    expect(now()).toEqual([null, ['a'], [], 'a'])
    store.getState().begin(WISH)
    store.getState().settle('b', true)
    expect(now()).toEqual([null, ['a'], ['b'], 'b'])
    store.getState().confirm('a')
    store.getState().confirm('of another page')
    expect(now()).toEqual([null, [], ['b', 'a'], 'b'])
    store.getState().drop('b')
    expect(now()).toEqual([null, [], ['a'], null])
    store.getState().clear()
    expect(now()).toEqual([null, [], [], null])
  })

  it('[RES-16] one that is refused is queued no longer; one that is unknown is, and nobody waits for it', () => {
    const store = createReservationStore(memorySettings())
    store.getState().begin(WISH)
    store.getState().setStep(WISH.requestId, 'asking')
    store.getState().failed(7, { code: '1007', message: null })
    expect(store.getState()).toMatchObject({ queued: null, step: null, failure: { lineId: 7, code: '1007' } })
    store.getState().begin(WISH)
    store.getState().failed(7, { code: 'unknown', message: null })
    expect(store.getState()).toMatchObject({ queued: WISH, step: null, failure: { code: 'unknown' } })
    store.getState().forgive()
    expect(store.getState()).toMatchObject({ queued: WISH, failure: null })
    store.getState().restart()
    expect(store.getState()).toMatchObject({ queued: null, failure: null })
  })

  it('[RES-16] how far a request has come that nobody here waits for any more is said of no other one', () => {
    const store = createReservationStore(memorySettings())
    const step = () => store.getState().step
    store.getState().begin(WISH)
    store.getState().clear()
    store.getState().setStep(WISH.requestId, 'confirming')
    expect(step()).toBeNull()
    store.getState().begin({ ...WISH, requestId: 'of the next person' })
    store.getState().setStep(WISH.requestId, 'confirming')
    expect(step()).toBe('checking')
  })

  it('[RES-05] what was asked for is known of after a reload, until it is known what became of it', () => {
    const tab = memorySettings()
    const reloaded = () => createReservationStore(tab).getState()
    const none = { queued: null, step: null, failure: null }
    const store = createReservationStore(tab)
    const { begin, setStep, failed, forgive, settle, clear } = store.getState()
    begin(WISH)
    expect(reloaded()).toMatchObject(none)
    setStep(WISH.requestId, 'joining')
    expect(reloaded()).toMatchObject(none)
    setStep(WISH.requestId, 'asking')
    const unknown = { queued: WISH, step: null, failure: { code: 'unknown', message: null, lineId: 7 } }
    expect(reloaded()).toMatchObject(unknown)
    failed(7, { code: 'unknown', message: null })
    forgive()
    expect(reloaded()).toMatchObject(unknown)
    settle('a', true)
    expect(reloaded()).toMatchObject({ ...none, current: null })
    for (const end of [() => failed(7, { code: '1007', message: null }), clear]) {
      begin(WISH)
      setStep(WISH.requestId, 'asking')
      end()
      expect(reloaded()).toMatchObject(none)
    }
    const misshapen = [
      { officeSlug: 7 },
      { lineId: 1.5 },
      { from: 3 },
      { requestId: null },
      { declared: 'no' },
    ]
    const wishes = misshapen.map(part => JSON.stringify({ ...WISH, ...part }))
    for (const other of ['{', '3', '[]', 'null', ...wishes]) {
      tab.write('reservation-asked-for', other)
      expect(reloaded()).toMatchObject(none)
    }
  })
})

describe('what the wizard was told', () => {
  it('[RES-01] is kept by line, also over a reload, until it is booked or forgotten', () => {
    const settings = memorySettings()
    const store = createReservationDraftStore(settings)
    store.getState().change(7, { modality: 'video', answers: { name: 'Ana' } })
    store.getState().change(7, { day: '2026-11-24' })
    store.getState().change(8, { requestId: 'r' })
    const reloaded = createReservationDraftStore(settings)
    expect(reloaded.getState().drafts).toEqual({
      7: { ...EMPTY_DRAFT, modality: 'video', answers: { name: 'Ana' }, day: '2026-11-24' },
      8: { ...EMPTY_DRAFT, requestId: 'r' },
    })
    reloaded.getState().forget(7)
    expect(Object.keys(createReservationDraftStore(settings).getState().drafts)).toEqual(['8'])
    reloaded.getState().clear()
    expect(createReservationDraftStore(settings).getState().drafts).toEqual({})
  })
})
