import * as v from 'valibot'
import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type OfficeSettings,
  type SettingsSave,
  type SettingsSaved,
  type SettingsTouch,
  settings as settingsShape,
} from '#contract/rest/settings.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Settings } from '#src/platform/settings.ts'
import { isPressDone } from '../presses.ts'
import { type EditedOffice, editedOffice, entryOf } from './edited-office.ts'
import { changedParts, type Merged, mergeChanges, type PartName } from './parts.ts'
import { isWithin, type Place, valueAt, withValue } from './place.ts'
import { type PlacedFault, placeFaults } from './place-faults.ts'
import { conflictOf, type SettingsApi } from './settings-api.ts'

/** What was answered of whom a change touches: of reservations that it leaves out, of those who wait. */
export type Word = Pick<SettingsSave, 'reservations' | 'ends_day'>

/** What the server has, and the same in the editor's form. */
export interface Standing {
  settings: OfficeSettings
  office: EditedOffice
}

export type Saving =
  | { phase: 'still' }
  | { phase: 'saving'; what: 'save' | 'undo' }
  /** It goes on by itself: with the network, or once somebody has signed in again. */
  | { phase: 'waiting'; why: 'offline' | 'session'; word: Word }
  | { phase: 'failed'; error: unknown }
  /** Somebody holds what it would leave out, or waits where it closes; `word` is what is answered already. */
  | { phase: 'asking'; what: 'save' | 'undo'; code: string; touches: SettingsTouch; word: Word }

/** What was done last, to be said once. */
export interface SavedNews {
  what: 'save' | 'undo'
  /** What stood then: no other change is offered to be taken back beside this. */
  version: string
  /**
   * Reservations that were taken away, and those that stay since nobody's phone can be told; 0 also where the
   * answer was lost, and nobody knows: nothing is said of them then.
   */
  told: number
  untold: number
}

export interface SettingsState {
  /** What was begun with; null until the server has said it. */
  begun: Standing | null
  draft: EditedOffice | null
  /** What was there before it was switched off, by its place: a press on the way to another loses no text. */
  laidAside: Readonly<Record<Place, unknown>>
  /** A newer state by somebody else, of which parts clash with the draft. */
  other: (Standing & Pick<Merged, 'clashes' | 'theirs'>) | null
  /** What others changed meanwhile and the draft took over by itself. */
  merged: { parts: PartName[]; by: string | null } | null
  faults: PlacedFault[]
  /** Raised with each save that came back with faults: their fields get the focus then. */
  attempt: number
  saving: Saving
  news: SavedNews | null
  /** The server says that this is not theirs to change, any more. */
  isRefused: boolean
}

export interface SettingsStore {
  store: StoreApi<SettingsState>
  /** The server told how it stands. */
  seen(settings: OfficeSettings): void
  edit(place: Place, value: unknown): void
  /** Everything at once: what a file holds. */
  replace(office: EditedOffice): void
  /** What was typed goes; what the server has stays. */
  drop(): void
  save(word?: Word): Promise<void>
  undo(word?: Word): Promise<void>
  /** Nothing is asked any more, and nothing was changed. */
  leaveAsked(): void
  /** What waits is tried again. */
  goOn(): void
  /** Their role was taken away meanwhile. */
  refused(): void
  /** Of what both changed: these parts as they are here, the others as they are there. Then it is saved. */
  settle(keep: ReadonlySet<PartName>): Promise<void>
}

const standing = (settings: OfficeSettings): Standing => ({
  settings,
  office: v.parse(editedOffice, settings.office),
})

/** As it stands once it was saved: what a switch hides is left out. */
const asSaved = (draft: EditedOffice): EditedOffice => v.parse(editedOffice, entryOf(draft))

const slugsOf = (office: EditedOffice | null) => office?.lines.map(({ slug }) => slug).join(' ')

/** Lines are known by their slugs, so their order says nothing. */
const isChanged = (before: EditedOffice, after: EditedOffice) => changedParts(before, after).length > 0

/** Whether something was typed that the server does not have. */
export const hasUnsaved = ({ begun, draft }: Pick<SettingsState, 'begun' | 'draft'>): boolean =>
  begun !== null && draft !== null && isChanged(begun.office, draft)

/**
 * What was said of people was said of what stood there then: whoever goes on, while it waits, is asked anew
 * whom that touches.
 */
const withoutWord = (saving: Saving): Saving =>
  saving.phase === 'waiting' ? { phase: 'waiting', why: saving.why, word: UNSAID } : saving

/** Nothing was asked yet. */
const UNSAID: Word = {}
const STILL = { phase: 'still' } as const satisfies Saving
/** Others may save as often as this between two tries of one save. */
const TRIES = 4
const moved = (message: string) => new ApiError('settings-moved', 409, message)

const kept = v.pipe(v.string(), v.parseJson(), v.object({ settings: settingsShape, draft: editedOffice }))

/** An office's settings as somebody edits them: what was typed lives as long as its tab. */
export function createSettingsStore(api: SettingsApi, tab: Settings, key: string): SettingsStore {
  const before = v.safeParse(kept, tab.read(key))
  const begun = before.success ? standing(before.output.settings) : null
  const store = createStore<SettingsState>(() => ({
    begun,
    draft: before.success ? before.output.draft : null,
    laidAside: {},
    other: null,
    merged: null,
    faults: [],
    attempt: 0,
    saving: STILL,
    news: null,
    isRefused: false,
  }))
  /**
   * What was sent on top of what was begun with, and never answered: it may have been saved, and is then seen
   * as if another had.
   */
  const unanswered = new Set<EditedOffice>()
  /** What an undo of the change that made this version gives back; null where another page made it. */
  let replaced: { version: string; office: EditedOffice } | null = null
  const isDirty = () => hasUnsaved(store.getState())
  function set(change: Partial<SettingsState>): void {
    const { begun, draft } = store.getState()
    store.setState(change)
    const now = store.getState()
    if (now.begun?.settings.version !== begun?.settings.version) unanswered.clear()
    if (now.begun === begun && now.draft === draft) return
    // A place is a line's by its number, and another line may stand there now.
    if (slugsOf(now.draft) !== slugsOf(draft)) store.setState({ laidAside: {} })
    const text = isDirty() && now.draft ? { settings: now.begun?.settings, draft: entryOf(now.draft) } : null
    tab.write(key, text ? JSON.stringify(text) : '')
  }
  const stands = (now: Standing): Partial<SettingsState> => ({ begun: now, draft: now.office, other: null })

  /** Somebody else's state comes under what was typed. @returns whether nothing clashes */
  function takeUnder(now: Standing): boolean {
    const { begun, draft } = store.getState()
    // What was typed since was typed on top of it.
    if ([...unanswered].some(sent => !isChanged(sent, now.office))) {
      set({ begun: now, other: null })
      return true
    }
    if (!begun || !draft || !isDirty() || !isChanged(draft, now.office)) {
      set(stands(now))
      return true
    }
    const { office, clashes, theirs } = mergeChanges(begun.office, draft, now.office)
    if (clashes.length > 0) {
      // Nothing goes on by itself, and nothing asked can be answered, before the clash is settled.
      set({ other: { ...now, clashes, theirs }, saving: STILL })
      return false
    }
    const by = now.settings.changed?.by ?? null
    set({ begun: now, draft: office, other: null, faults: [], merged: { parts: theirs, by } })
    return true
  }

  function answered(
    what: SavedNews['what'],
    sent: EditedOffice,
    { faults, settings, told, untold }: SettingsSaved,
  ) {
    if (!settings) {
      const { attempt } = store.getState()
      set({ saving: STILL, faults: placeFaults(faults, sent), attempt: attempt + 1 })
      return
    }
    const now = standing(settings)
    const { begun, draft } = store.getState()
    replaced = begun && { version: settings.version, office: begun.office }
    // Whoever goes on typing while it is saved keeps that.
    const typed =
      draft && draft !== sent
        ? mergeChanges(sent, draft, now.office, new Set(changedParts(sent, draft)))
        : null
    set({
      ...stands(now),
      ...(typed && { draft: typed.office }),
      saving: STILL,
      faults: [],
      news: { what, version: settings.version, told, untold },
    })
  }

  function failed(what: SavedNews['what'], sent: EditedOffice, error: unknown, word: Word): void {
    const { status, code } = error instanceof ApiError ? error : { status: 0, code: 'internal' }
    // Those who wait by then are others.
    const { ends_day: _now, ...kept } = word
    const waits = (why: 'offline' | 'session') => set({ saving: { phase: 'waiting', why, word: kept } })
    if (status === 403 || status === 404) set({ saving: STILL, isRefused: true })
    // An undo is asked for once: whoever pressed it may mean something else by then.
    else if (what === 'save' && status === 401) waits('session')
    else if (what === 'save' && (code === 'offline' || code === 'timeout')) {
      unanswered.add(sent)
      waits('offline')
    } else set({ saving: { phase: 'failed', error } })
  }

  /**
   * It is known to be undone, and its answer alone was lost. How it stands now is what was given back,
   * or what another has saved since: that comes in like theirs.
   */
  async function undone(sent: EditedOffice, version: string, error: unknown): Promise<void> {
    let settings: OfficeSettings
    try {
      settings = await api.read()
    } catch {
      set({ saving: { phase: 'failed', error } })
      return
    }
    const now = standing(settings)
    if (replaced?.version === version && !isChanged(replaced.office, now.office))
      answered('undo', sent, { faults: [], settings, told: 0, untold: 0 })
    else if (takeUnder(now)) set({ saving: { phase: 'failed', error } })
  }

  async function ask(what: SavedNews['what'], said: Word): Promise<void> {
    let word = said
    for (let tries = 0; tries < TRIES; tries++) {
      const { begun, draft } = store.getState()
      if (!begun || !draft) return
      const sent = { version: begun.settings.version, ...word }
      try {
        const answer =
          what === 'save' ? await api.save({ ...sent, office: entryOf(draft) }) : await api.undo(sent)
        answered(what, draft, answer)
        return
      } catch (error) {
        // What was typed while it was on its way is none of what the word was said of.
        if (store.getState().draft !== draft) word = UNSAID
        if (what === 'undo' && isPressDone(error)) return await undone(draft, sent.version, error)
        const conflict = conflictOf(error)
        if (conflict?.touches) {
          set({ saving: { phase: 'asking', what, code: conflict.code, touches: conflict.touches, word } })
          return
        }
        if (!conflict?.settings) {
          failed(what, asSaved(draft), error, word)
          return
        }
        // What an earlier try saved, of which no answer came, stands there as it was typed.
        const now = standing(conflict.settings)
        const wasSaved = what === 'save' && !isChanged(now.office, asSaved(draft))
        const isClear = takeUnder(now)
        // What would be taken back now is somebody else's, and was not meant.
        if (what === 'undo') {
          set({ saving: { phase: 'failed', error } })
          return
        }
        if (wasSaved || !isClear) {
          const { version } = now.settings
          set({ saving: STILL, ...(wasSaved && { news: { what, version, told: 0, untold: 0 }, faults: [] }) })
          return
        }
      }
    }
    set({ saving: { phase: 'failed', error: moved('others keep saving') } })
  }

  async function begin(what: SavedNews['what'], word: Word = UNSAID): Promise<void> {
    const { saving, other } = store.getState()
    if (saving.phase === 'saving' || other) return
    set({ saving: { phase: 'saving', what }, news: null, merged: null })
    await ask(what, word)
  }

  return {
    store,
    seen(settings) {
      const { begun, saving } = store.getState()
      // What is being saved says itself how it stands then.
      if (saving.phase === 'saving') return
      if (begun?.settings.version === settings.version)
        set({ begun: { ...begun, settings }, isRefused: false })
      else {
        takeUnder(standing(settings))
        // What was asked about is not what an undo would take back by now.
        if (saving.phase === 'asking' && saving.what === 'undo')
          set({ saving: { phase: 'failed', error: moved('saved by another while it was asked') } })
      }
    },
    edit(place, value) {
      const { draft, faults, laidAside, saving } = store.getState()
      if (!draft) return
      const before = valueAt(draft, place)
      const isOff = value === null && before !== null
      set({
        draft: withValue(draft, place, value),
        laidAside: { ...laidAside, ...(isOff && { [place]: before }) },
        faults: faults.filter(({ at }) => !isWithin(at, place) && !(at !== '' && isWithin(place, at))),
        saving: withoutWord(saving),
        news: null,
      })
    },
    replace(office) {
      const { saving } = store.getState()
      set({ draft: office, laidAside: {}, faults: [], saving: withoutWord(saving), news: null })
    },
    drop() {
      const { begun, other } = store.getState()
      const now = other ?? begun
      unanswered.clear()
      if (now) set({ ...stands(now), laidAside: {}, faults: [], saving: STILL, merged: null })
    },
    save: word => begin('save', word),
    undo: word => begin('undo', word),
    leaveAsked: () => set({ saving: STILL }),
    goOn() {
      const { saving } = store.getState()
      if (saving.phase === 'waiting') void begin('save', saving.word)
    },
    refused: () => set({ isRefused: true }),
    async settle(keep) {
      const { begun, draft, other } = store.getState()
      if (!begun || !draft || !other) return
      const { office } = mergeChanges(begun.office, draft, other.office, keep)
      set({ begun: other, draft: office, other: null, faults: [] })
      if (isDirty()) await begin('save')
    },
  }
}
