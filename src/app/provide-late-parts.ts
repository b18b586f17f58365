import { flows } from '#src/flows/flows.ts'
import { provideBrought } from '#src/queries/brought.ts'
import { breath } from '#src/platform/breath.ts'
import { firstPaint } from '#src/platform/first-paint.ts'
import { apiPart, databasePart } from '#src/queries/parts.ts'
import { broughtAlong } from './brought-along.ts'

/**
 * Says where the late parts are; each is fetched when it is first asked for, and once.
 * @param shown the first screen stands. What it shows of the server it may ask for sooner; what this device
 * holds, and what is done, come after it
 */
export function provideLateParts(shown: () => Promise<void>): void {
  provideBrought(broughtAlong)
  let loading: Promise<import('./compose-flows.ts').LateParts> | undefined
  const load = () => {
    loading ??= firstPaint()
      .then(() => import('./compose-flows.ts'))
      .then(async ({ composeFlows }) => {
        // To evaluate it took long.
        await breath()
        return composeFlows()
      })
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  apiPart.provide(async () => (await load()).api)
  const loadAfter = () => shown().then(load)
  databasePart.provide(async () => (await loadAfter()).database)
  flows.provide(async () => (await loadAfter()).flows)
}
