import { beforeEach, describe, expect, it } from 'vitest'
import type {
  OfficeSettings,
  SettingsConflict,
  SettingsSave,
  SettingsSaved,
} from '#contract/rest/settings.ts'
import { ApiError } from '#src/api/api-error.ts'
import { pressDone } from '#src/desk/presses.ts'
import type { SettingsApi } from '#src/desk/settings/settings-api.ts'
import { createSettingsStore, hasUnsaved, type SettingsStore } from '#src/desk/settings/settings-store.ts'
import { browserSettings } from '#src/platform/settings.ts'
import { NOTARY, notarySettings } from './notary-entry.ts'

type Entry = OfficeSettings['office']

const NOBODY = {
  reservations: { total: 0, by_desk: 0, days: [], lines: [] },
  day_ends: null,
  waiting: [],
  sitting: [],
}
const offline = () => new ApiError('offline', 0, 'no network')
const versionOf = (nth: number) => String(nth).padStart(27, '0')

/** A server that keeps one office, as far as an editor sees it. */
function officeAt() {
  let nth = 1
  let entry = NOTARY
  let by: string | null = null
  const tell = () =>
    notarySettings(entry, nth, by === null ? null : { at: '2026-11-25T10:42:00.000Z', by, undoable: true })
  const conflict = (code: string, more: Partial<SettingsConflict>) =>
    new ApiError(code, 409, code, {
      cause: { type: 'about:blank', title: 'Conflict', status: 409, code, message: code, ...more },
    })
  const office = {
    tell,
    saves: [] as SettingsSave[],
    /** What is thrown or answered next, before or in place of saving. */
    before: (_said: SettingsSave): SettingsSaved | null => null,
    after: () => {},
    change(change: Entry, who = 'Pedro Soto') {
      nth += 1
      entry = { ...entry, ...change }
      by = who
    },
    affected: () =>
      conflict('reservations-affected', {
        touches: {
          ...NOBODY,
          reservations: { total: 2, by_desk: 0, days: [{ day: '2026-12-24', count: 2 }], lines: [] },
        },
      }),
  }
  const api: SettingsApi = {
    read: async () => tell(),
    check: async () => ({ faults: [], parts: [], touches: NOBODY }),
    leftOut: async () => ({ reservations: [], more: false }),
    async save(said) {
      office.saves.push(said)
      const instead = office.before(said)
      if (instead) return instead
      if (said.version !== versionOf(nth)) throw conflict('settings-moved', { settings: tell() })
      office.change(said.office, 'Ana Rojas')
      office.after()
      return { faults: [], settings: tell(), told: 0, untold: 0 }
    },
    async undo({ version }) {
      if (version !== versionOf(nth)) throw conflict('settings-moved', { settings: tell() })
      office.change(NOTARY, 'Ana Rojas')
      return { faults: [], settings: tell(), told: 0, untold: 0 }
    },
  }
  return { office, api }
}

describe('settings as they are edited', () => {
  let at: ReturnType<typeof officeAt>
  let settings: SettingsStore
  let kept: Map<string, string>
  const storage = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  const open = () => createSettingsStore(at.api, browserSettings(storage), 'office-settings')
  const state = () => settings.store.getState()

  beforeEach(() => {
    at = officeAt()
    kept = new Map()
    settings = open()
    settings.seen(at.office.tell())
  })

  it('[ADMIN-02] are saved, and say so once', async () => {
    settings.edit('name', 'Notaría del Norte')
    expect(hasUnsaved(state())).toBe(true)
    await settings.save()
    expect(at.office.tell().office.name).toBe('Notaría del Norte')
    expect(state()).toMatchObject({ news: { what: 'save', told: 0 }, saving: { phase: 'still' } })
    expect(hasUnsaved(state())).toBe(false)
    settings.edit('name', 'Otra')
    expect(state().news).toBeNull()
  })

  it('[ADMIN-02] that are pressed twice are saved once', async () => {
    settings.edit('name', 'Notaría del Norte')
    await Promise.all([settings.save(), settings.save()])
    expect(at.office.saves).toHaveLength(1)
  })

  it('[ADMIN-02] survive a reload of the tab, and what others saved meanwhile', () => {
    settings.edit('lines[0].name', 'Firmas y poderes')
    settings = open()
    expect(state().draft?.lines[0]?.name).toBe('Firmas y poderes')
    at.office.change({ modulos: ['1', '2', '3'] })
    settings.seen(at.office.tell())
    expect(state().draft).toMatchObject({ lines: [{ name: 'Firmas y poderes' }], modulos: ['1', '2', '3'] })
    expect(state().merged).toEqual({ parts: ['modulos'], by: 'Pedro Soto' })
  })

  it('[ADMIN-02] begin with what the server has, where the tab kept nothing that can be read', () => {
    kept.set('office-settings', '{"settings":{"version":7}}')
    settings = open()
    expect(state().draft).toBeNull()
    settings.seen(at.office.tell())
    expect(state().draft?.name).toBe('Notaría Norte')
  })

  it('[ADMIN-02] wait for the network, and go on by themselves', async () => {
    settings.edit('name', 'Notaría del Norte')
    at.office.before = () => {
      throw offline()
    }
    await settings.save()
    expect(state().saving).toMatchObject({ phase: 'waiting', why: 'offline' })
    // Whoever types goes on.
    settings.edit('modulos', ['1', '2', '3'])
    at.office.before = () => null
    settings.goOn()
    await expect.poll(() => state().saving.phase).toBe('still')
    expect(at.office.tell().office).toMatchObject({ name: 'Notaría del Norte', modulos: ['1', '2', '3'] })
  })

  it('[ADMIN-02] whose answer was lost are not taken for somebody else’s', async () => {
    settings.edit('name', 'Notaría del Norte')
    at.office.after = () => {
      throw offline()
    }
    await settings.save()
    expect(state().saving.phase).toBe('waiting')
    at.office.after = () => {}
    settings.goOn()
    await expect.poll(() => state().saving.phase).toBe('still')
    expect(state()).toMatchObject({ other: null, news: { what: 'save' } })
    expect(hasUnsaved(state())).toBe(false)
    expect(at.office.saves.map(({ version }) => version)).toEqual([versionOf(1), versionOf(1)])
  })

  it('[ADMIN-02] whose answer was lost are one’s own also where a switch keeps something from being sent', async () => {
    settings.edit('latitude', -33.4)
    settings.edit('longitude', -70.6)
    settings.edit('options.web_only', true)
    at.office.after = () => {
      throw offline()
    }
    await settings.save()
    at.office.after = () => {}
    settings.goOn()
    await expect.poll(() => state().saving.phase).toBe('still')
    expect(state()).toMatchObject({ other: null, news: { what: 'save' } })
    expect(at.office.saves.map(({ version }) => version)).toEqual([versionOf(1), versionOf(1)])
  })

  describe('whose answer was lost, and that were typed on since', () => {
    beforeEach(async () => {
      settings.edit('name', 'Notaría del Norte')
      at.office.after = () => {
        throw offline()
      }
      await settings.save()
      at.office.after = () => {}
      settings.edit('name', 'Notaría del Norte y Sur')
    })
    const isSaved = async (name = 'Notaría del Norte y Sur') => {
      settings.goOn()
      await expect.poll(() => state().saving.phase).not.toBe('saving')
      expect(state()).toMatchObject({ other: null, news: { what: 'save' }, saving: { phase: 'still' } })
      expect(at.office.tell().office.name).toBe(name)
      expect(hasUnsaved(state())).toBe(false)
    }

    it('[ADMIN-02] clash with nobody, and what was typed since is saved', () => isSaved())

    it('[ADMIN-02] clash with nobody where they are looked at before the next try', async () => {
      settings.seen(at.office.tell())
      expect(state()).toMatchObject({ other: null, merged: null, saving: { phase: 'waiting' } })
      expect(state().draft?.name).toBe('Notaría del Norte y Sur')
      await isSaved()
    })

    it('[ADMIN-02] are taken back by who types again what stood before', async () => {
      settings.edit('name', 'Notaría Norte')
      await isSaved('Notaría Norte')
    })

    it('[ADMIN-02] clash with nobody after further tries without an answer', async () => {
      at.office.before = () => {
        throw offline()
      }
      await settings.save()
      at.office.before = () => null
      await isSaved()
    })

    it('[ADMIN-02] clash with what another changed of the same since', async () => {
      at.office.change({ name: 'Notaría Sur' })
      settings.goOn()
      await expect.poll(() => state().saving.phase).not.toBe('saving')
      expect(state().other).toMatchObject({ clashes: ['office'] })
    })

    it('[ADMIN-02] are another’s where they bring them back later', async () => {
      await isSaved()
      settings.edit('modulos', ['1'])
      at.office.change({ name: 'Notaría del Norte' })
      settings.seen(at.office.tell())
      expect(state().draft).toMatchObject({ name: 'Notaría del Norte', modulos: ['1'] })
    })

    it('[ADMIN-02] are not brought back over what stands by who drops them', async () => {
      settings.drop()
      settings.edit('modulos', ['1'])
      settings.seen(at.office.tell())
      expect(state().draft).toMatchObject({ name: 'Notaría del Norte', modulos: ['1'] })
    })
  })

  it('[ADMIN-02] that were just saved, and looked at before the answer came, are nobody else’s', async () => {
    settings.edit('name', 'Notaría del Norte')
    at.office.after = () => {
      settings.edit('name', 'Notaría del Norte y Sur')
      settings.seen(at.office.tell())
      expect(state().other).toBeNull()
    }
    await settings.save()
    expect(at.office.tell().office.name).toBe('Notaría del Norte')
    expect(state()).toMatchObject({ other: null, news: { what: 'save' }, saving: { phase: 'still' } })
    expect(state().draft?.name).toBe('Notaría del Norte y Sur')
    expect(hasUnsaved(state())).toBe(true)
  })

  it('[ADMIN-02] wait where the session is over, with what was said about reservations', async () => {
    settings.edit('closures', ['2026-12-24'])
    at.office.before = () => {
      throw new ApiError('session-expired', 401, 'over')
    }
    await settings.save({ reservations: 'tell', ends_day: 'send-home' })
    expect(state().saving).toMatchObject({ phase: 'waiting', why: 'session' })
    at.office.before = () => null
    settings.goOn()
    await expect.poll(() => state().saving.phase).toBe('still')
    expect(at.office.saves.at(-1)).toMatchObject({
      reservations: 'tell',
      office: { closures: ['2026-12-24'] },
    })
    // Who waits by then was asked about by nobody.
    expect(at.office.saves.map(({ ends_day }) => ends_day)).toEqual(['send-home', undefined])
  })

  it('[ADMIN-02] that went on being typed without a network ask anew what becomes of reservations', async () => {
    const drop = () => {
      throw offline()
    }
    const askAgain = ({ reservations }: SettingsSave) => {
      if (reservations === undefined) throw at.office.affected()
      return null
    }
    const ways: (() => void)[] = [
      () => settings.edit('closures', ['2026-12-24', '2026-12-26']),
      () => settings.replace({ ...state().draft!, closures: ['2026-12-24', '2026-12-26'] }),
    ]
    for (const typeOn of ways) {
      settings.edit('closures', ['2026-12-24'])
      at.office.before = drop
      await settings.save({ reservations: 'tell' })
      typeOn()
      expect(state().saving).toMatchObject({ phase: 'waiting', why: 'offline' })
      at.office.before = askAgain
      settings.goOn()
      await expect.poll(() => state().saving.phase).not.toBe('saving')
      expect(state().saving.phase).toBe('asking')
      settings.leaveAsked()
    }
    expect(at.office.tell().office.closures).toBeUndefined()
  })

  it('[ADMIN-02] that were typed while the network went ask anew what becomes of reservations', async () => {
    settings.edit('closures', ['2026-12-24'])
    at.office.before = () => {
      settings.edit('closures', ['2026-12-24', '2026-12-26'])
      throw offline()
    }
    await settings.save({ reservations: 'tell' })
    at.office.before = () => null
    settings.goOn()
    await expect.poll(() => state().saving.phase).toBe('still')
    expect(at.office.saves.map(({ reservations }) => reservations)).toEqual(['tell', undefined])
  })

  it('[ADMIN-02] go together with what others saved, where that is another part', async () => {
    settings.edit('name', 'Notaría del Norte')
    at.office.change({ modulos: ['1'] })
    await settings.save()
    expect(at.office.tell().office).toMatchObject({ name: 'Notaría del Norte', modulos: ['1'] })
    expect(state().merged).toEqual({ parts: ['modulos'], by: 'Pedro Soto' })
    expect(state().news?.what).toBe('save')
  })

  it('[ADMIN-02] that another changed as well are chosen part by part', async () => {
    settings.edit('name', 'Notaría del Norte')
    settings.edit('lines[0].name', 'Firmas y poderes')
    at.office.change({ name: 'Notaría Sur', lines: [{ slug: 'firmas', name: 'Poderes', prefix: 'A' }] })
    await settings.save()
    expect(state().other).toMatchObject({ clashes: ['office', 'line:firmas'] })
    expect(at.office.tell().office.name).toBe('Notaría Sur')
    // Nothing is saved before it is chosen.
    await settings.save()
    expect(at.office.saves).toHaveLength(1)
    await settings.settle(new Set(['line:firmas']))
    expect(at.office.tell().office).toMatchObject({
      name: 'Notaría Sur',
      lines: [{ name: 'Firmas y poderes' }],
    })
    expect(state()).toMatchObject({ other: null, news: { what: 'save' } })
  })

  it.each([
    ['wait for the network', 'waiting', offline],
    ['ask about reservations', 'asking', () => at.office.affected()],
  ])('[ADMIN-02] that %s do so no more once another changed them as well', async (_, phase, refusal) => {
    settings.edit('closures', ['2026-12-24'])
    at.office.before = () => {
      throw refusal()
    }
    await settings.save()
    expect(state().saving.phase).toBe(phase)
    at.office.change({ closures: ['2026-12-31'] })
    settings.seen(at.office.tell())
    expect(state()).toMatchObject({ other: { clashes: ['closures'] }, saving: { phase: 'still' } })
  })

  it('[ADMIN-02] that another changed as well can be dropped for theirs', async () => {
    settings.edit('name', 'Notaría del Norte')
    at.office.change({ name: 'Notaría Sur' })
    settings.seen(at.office.tell())
    expect(state().other).not.toBeNull()
    settings.drop()
    expect(state().draft?.name).toBe('Notaría Sur')
    expect(hasUnsaved(state())).toBe(false)
    expect(settings.store.getState().other).toBeNull()
  })

  it('[ADMIN-02] come back with their faults at their places, which go as they are mended', async () => {
    settings.edit('lines[0].prefix', '')
    at.office.before = () => ({
      settings: null,
      told: 0,
      untold: 0,
      faults: [
        { kind: 'prefix-missing', path: 'lines[0].prefix', message: '' },
        { kind: 'duplicate-modulo', path: 'modulos[1]', message: '' },
      ],
    })
    await settings.save()
    expect(state()).toMatchObject({ attempt: 1, saving: { phase: 'still' } })
    expect(state().faults.map(({ at: place }) => place)).toEqual(['lines[0].prefix', 'modulos[1]'])
    settings.edit('lines[0].prefix', 'B')
    expect(state().faults.map(({ at: place }) => place)).toEqual(['modulos[1]'])
    settings.edit('modulos', ['1'])
    expect(state().faults).toEqual([])
    expect(hasUnsaved(state())).toBe(true)
  })

  it('[ADMIN-02] ask what becomes of reservations before they are saved', async () => {
    settings.edit('closures', ['2026-12-24'])
    at.office.before = ({ reservations }) => {
      if (reservations === undefined) throw at.office.affected()
      return null
    }
    await settings.save()
    expect(state().saving).toMatchObject({
      phase: 'asking',
      what: 'save',
      touches: { reservations: { total: 2 } },
    })
    settings.leaveAsked()
    expect(hasUnsaved(state())).toBe(true)
    await settings.save({ reservations: 'keep' })
    expect(at.office.tell().office.closures).toEqual(['2026-12-24'])
  })

  it('[ADMIN-02] are given back as they were before', async () => {
    settings.edit('name', 'Notaría del Norte')
    await settings.save()
    await settings.undo()
    expect(state()).toMatchObject({ news: { what: 'undo' }, draft: { name: 'Notaría Norte' } })
  })

  it.each([
    ['is said to be', null, { news: { what: 'undo' }, saving: { phase: 'still' } }],
    ['and how they stand cannot be asked', offline(), { saving: { phase: 'failed', error: pressDone() } }],
  ])('[ADMIN-02] what was given back, and its answer was lost, %s', async (_, unread, told) => {
    settings.edit('name', 'Notaría del Norte')
    await settings.save()
    const { read, undo } = at.api
    at.api.undo = async said => {
      await undo(said)
      throw pressDone()
    }
    at.api.read = () => (unread ? Promise.reject(unread) : read())
    await settings.undo()
    expect(state()).toMatchObject(told)
    expect(state().draft?.name).toBe(unread ? 'Notaría del Norte' : 'Notaría Norte')
  })

  it.each([
    ['is seen as theirs', null, { saving: { phase: 'failed', error: pressDone() }, other: null }],
    [
      'is asked about where it clashes with what was typed meanwhile',
      'Notaría Central',
      { saving: { phase: 'still' }, other: { clashes: ['office'] } },
    ],
  ])('[ADMIN-02] what another saved before a lost undo was looked after %s', async (_, typed, seen) => {
    settings.edit('name', 'Notaría del Norte')
    await settings.save()
    const { undo } = at.api
    at.api.undo = async said => {
      await undo(said)
      at.office.change({ name: 'Notaría Poniente' })
      if (typed !== null) settings.edit('name', typed)
      throw pressDone()
    }
    await settings.undo()
    expect(state()).toMatchObject({ ...seen, news: null })
    expect(state().draft?.name).toBe(typed ?? 'Notaría Poniente')
  })

  it('[ADMIN-02] keep what is typed while they are saved', async () => {
    settings.edit('name', 'Notaría del Norte')
    const saving = settings.save()
    settings.edit('modulos', ['1'])
    // What is asked meanwhile says nothing of what is being saved.
    settings.seen(at.office.tell())
    await saving
    expect(state().begun?.office.name).toBe('Notaría del Norte')
    expect(state().draft?.modulos).toEqual(['1'])
    expect(hasUnsaved(state())).toBe(true)
  })

  it('[ADMIN-02] of which the role was taken away stay typed', async () => {
    settings.edit('name', 'Notaría del Norte')
    at.office.before = () => {
      throw new ApiError('supervisors-only', 403, 'no')
    }
    await settings.save()
    expect(state().isRefused).toBe(true)
    expect(state().draft?.name).toBe('Notaría del Norte')
    settings.seen(at.office.tell())
    expect(state().isRefused).toBe(false)
  })
})
