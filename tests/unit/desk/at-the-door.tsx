import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render } from '@testing-library/react'
import type { Window as HappyWindow } from 'happy-dom'
import type { ReactNode } from 'react'
import { doorApi } from '#src/desk/door-api.ts'
import { DoorToolsProvider } from '#src/desk/door-tools.ts'
import { browserSettings } from '#src/platform/settings.ts'
import { browserTimers } from '#src/platform/timers.ts'
import type { DeskDoor } from './desk-door.ts'

/** Shows what stands before the desk to whoever is not in, at the address of a door. */
export function showAtTheDoor(door: DeskDoor, screen: ReactNode): void {
  ;(window as unknown as HappyWindow).happyDOM.setURL(`${door.origin}/desk`)
  const tools = {
    ...door,
    api: doorApi(door.client),
    fetchFile: () => Promise.reject(new Error('the door asks for no file')),
    settings: browserSettings(() => localStorage),
    timers: browserTimers,
  }
  render(
    <I18nProvider i18n={i18n}>
      <DoorToolsProvider value={tools}>{screen}</DoorToolsProvider>
    </I18nProvider>,
  )
}
