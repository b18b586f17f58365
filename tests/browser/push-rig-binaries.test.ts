import { expect, it } from 'vitest'
import { findBrowser, requireBrowser } from '../support/browser-binary.ts'

it('takes the browser that its variable names, whatever else is installed', () => {
  expect(findBrowser('Firefox', { ...process.env, NUMERITO_FIREFOX: process.execPath })).toBe(
    process.execPath,
  )
})

it('falls back on no other browser when the one asked for cannot be executed', () => {
  const env = { ...process.env, NUMERITO_CHROMIUM: import.meta.filename }
  expect(() => findBrowser('Chromium', env)).toThrow('NUMERITO_CHROMIUM')
})

it('finds nothing on an empty PATH, and says how to install what is missing', () => {
  expect(findBrowser('Firefox', { PATH: '' })).toBeUndefined()
  expect(() => requireBrowser('Firefox', { PATH: '' })).toThrow('put firefox-esr on the PATH')
})
