// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { followChoices } from '#src/app/follow-choices.ts'
import { uiStore } from '#src/stores/ui-store.ts'

beforeAll(() => followChoices(window))
beforeEach(() => {
  uiStore.setState({ language: 'es', theme: 'system', sound: true, vibration: true })
  localStorage.clear()
})

/** As a browser tells it to its other pages. */
const chosen = (key: string | null, newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
const spoken = () => {
  const { language, theme } = uiStore.getState()
  return { language, theme }
}

it('[I18N-01] what is chosen in another page is spoken and shown in this one, which chooses nothing itself', () => {
  chosen('language', 'pt')
  chosen('theme', 'dark')
  expect(spoken()).toEqual({ language: 'pt', theme: 'dark' })
  expect(localStorage).toHaveLength(0)
})

it('[I18N-01] goes on as it was where another page writes something else, or forgets everything', () => {
  chosen('language', 'xx')
  chosen('theme', 'blue')
  chosen('sound', 'off')
  chosen('language', null)
  chosen(null, null)
  expect(spoken()).toEqual({ language: 'es', theme: 'system' })
})

it.each(['sound', 'vibration'] as const)(
  '[CALL-05] %s that is chosen in another page holds in this one',
  key => {
    const other = key === 'sound' ? 'vibration' : 'sound'
    chosen(key, 'off')
    expect(uiStore.getState()).toMatchObject({ [key]: false, [other]: true })
    chosen(key, 'loud')
    chosen(key, null)
    expect(uiStore.getState()[key]).toBe(false)
    chosen(key, 'on')
    expect(uiStore.getState()[key]).toBe(true)
    expect(localStorage).toHaveLength(0)
  },
)

it('[I18N-01] [CALL-05] what was chosen while this page was left holds as it is come back to', () => {
  localStorage.setItem('language', 'pt')
  localStorage.setItem('sound', 'off')
  const comeBack = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  comeBack(false)
  expect(uiStore.getState()).toMatchObject({ language: 'es', sound: true })
  comeBack(true)
  expect(uiStore.getState()).toMatchObject({ language: 'pt', sound: false, vibration: true })
})
