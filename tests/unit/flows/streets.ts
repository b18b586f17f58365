import 'fake-indexeddb/auto'
import { deleteDB } from 'idb'
import { afterEach, beforeEach } from 'vitest'
import { enterSession } from '#src/flows/session/enter-session.ts'
import { HANDOFF_NAME } from '#src/handoff/open-handoff.ts'
import { type Device, type DeviceOptions, deviceIn } from './device.ts'
import { Town } from './town.ts'

/** A town for each test, and the phones in it; all of it closed when the test is over. */
export function streets() {
  const open: (() => unknown)[] = []
  const state: { town: Town } = { town: undefined as unknown as Town }

  beforeEach(async () => {
    await deleteDB(HANDOFF_NAME)
    state.town = await Town.open()
  })
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close()
    await state.town.close()
  })

  function device(options?: DeviceOptions): Device {
    const made = deviceIn(state.town, options)
    open.push(() => made.close())
    return made
  }

  return {
    get town() {
      return state.town
    },
    device,
    atTheEnd: (close: () => unknown) => void open.push(close),
    /** A phone on which somebody is signed in. */
    async signedIn(options?: DeviceOptions & { temporal?: boolean }) {
      const made = device(options)
      const session = state.town.admit('Ana', options?.temporal ?? true)
      await enterSession(made.context, session)
      return { ...made, session }
    },
  }
}
