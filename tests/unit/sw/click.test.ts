import { describe, expect, it, vi } from 'vitest'

vi.mock('#sw/worker.ts', () => ({ worker: {} }))
const { choose } = await import('#sw/click.ts')

const at = (path: string, visibilityState = 'hidden') =>
  ({ url: `https://numerito.example${path}`, visibilityState }) as WindowClient
const PLACE = 'https://numerito.example/tickets/1'

describe('the window that a notice brings forward', () => {
  it('[PUSH-03] is the one at the place, else one in sight, else the one last used', () => {
    const [last, seen, there] = [at('/search'), at('/', 'visible'), at('/tickets/1')]
    expect(choose([last, seen, there], PLACE)).toBe(there)
    expect(choose([last, seen], PLACE)).toBe(seen)
    expect(choose([last], PLACE)).toBe(last)
    expect(choose([], PLACE)).toBeUndefined()
  })

  it('[HAND-02] is not one in which a video call goes on, unless there is no other', () => {
    const call = at('/reservations/7/meet', 'visible')
    const other = at('/search')
    expect(choose([call, other], PLACE)).toBe(other)
    expect(choose([call], PLACE)).toBe(call)
    expect(choose([call, other], call.url)).toBe(call)
  })
})
