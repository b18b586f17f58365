import { describe, expect, it } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { enterDevice } from '#src/devices/enter-device.ts'
import { keepCookie } from '#src/devices/keep-cookie.ts'
import { isReplaced } from '#src/devices/newer-release.ts'
import { ServerTime } from '#src/platform/server-time.ts'
import { HandTime } from '../platform/fakes.ts'

const SECRET = 'S'.repeat(43)

async function entering(hash: string, fails?: Error, pathname = '/wall/norte') {
  const asked: string[] = []
  const answer = (what: string) => {
    asked.push(what)
    return fails ? Promise.reject(fails) : Promise.resolve({ token: 't' })
  }
  const api = {
    session: (use: string, office: string) => answer(`session ${use} ${office}`),
    enter: (use: string, office: string, secret: string) => answer(`enter ${use} ${office} ${secret}`),
  }
  const entry = await enterDevice(api, 'wall', { pathname, hash }, () => void asked.push('used'))
  return { entry, asked }
}

describe('how a screen comes in', () => {
  it('[WALL-01] by the link, whose secret then need not stand in the address, or by an earlier visit', async () => {
    expect(await entering(`#${SECRET}`)).toEqual({
      entry: { kind: 'in', token: 't' },
      asked: [`enter wall norte ${SECRET}`, 'used'],
    })
    expect((await entering('')).asked).toEqual(['session wall norte'])
    expect((await entering('', undefined, '/wall')).entry).toEqual({ kind: 'shut' })
  })

  it('[WALL-01] not by a link that was cut short on its way, of which nobody need be asked', async () => {
    expect(await entering(`#${SECRET.slice(0, -3)}`)).toEqual({ entry: { kind: 'shut' }, asked: [] })
  })

  it('[WALL-01] not by a link that was revoked; where nobody answers, it tries again', async () => {
    const { entry, asked } = await entering(`#${SECRET}`, new ApiError('link-invalid', 401, 'no'))
    expect([entry, asked.includes('used')]).toEqual([{ kind: 'shut' }, false])
    for (const failure of [
      new ApiError('offline', 0, 'no'),
      new ApiError('internal', 502, 'no'),
      new ApiError('too-many-requests', 429, 'no'),
      // A proxy whose settings are being changed, a portal, and an office that is retired for a moment.
      new ApiError('unreadable', 404, 'no'),
      new ApiError('unreadable', 401, 'no'),
      new ApiError('not-found', 404, 'no'),
    ])
      expect((await entering(`#${SECRET}`, failure)).entry).toEqual({ kind: 'unreached' })
  })
})

it('[WALL-01] [KIOSK-01] a screen trades its cookie once a day, also after a day on which nobody answered', async () => {
  const time = new HandTime()
  const asked: string[] = []
  const session = (use: string, office: string) => {
    asked.push(`${use} ${office}`)
    return Promise.reject(new ApiError('offline', 0, 'no'))
  }
  const keep = (pathname: string) => keepCookie({ session }, 'kiosk', { pathname, hash: '' }, time)
  keep('/kiosk/norte')
  keep('/kiosk')
  time.pass(86_400_000 - 1)
  expect(asked).toEqual([])
  time.pass(1)
  expect(asked).toEqual(['kiosk norte'])
  time.pass(86_400_000)
  expect(asked).toEqual(['kiosk norte', 'kiosk norte'])
})

describe('the server’s time', () => {
  it('[WALL-01] goes on by what has elapsed, whatever the device’s own clock says', () => {
    let elapsed = 500
    const time = new ServerTime(() => elapsed)
    expect(time.now()).toBeNull()
    time.hear('2026-11-21T15:00:00.000Z')
    elapsed += 61_000
    expect(new Date(time.now() ?? 0).toISOString()).toBe('2026-11-21T15:01:01.000Z')
  })
})

describe('another version', () => {
  const own = 'https://numerito.example/assets/wall-AAAA.js'
  const served = (text: string, ok = true) => isReplaced(own, async () => ({ ok, text: async () => text }))
  const page = (script: string) => `<script type="module" crossorigin src="${script}"></script>`

  it('[WALL-01] is one whose page names another script; nothing else is', async () => {
    expect(await served(page('/assets/wall-BBBB.js'))).toBe(true)
    expect(await served(page('/assets/wall-AAAA.js'))).toBe(false)
    expect(await served('<h1>Acepta las condiciones del Wi-Fi</h1>')).toBe(false)
    expect(await served(page('/assets/wall-BBBB.js'), false)).toBe(false)
    expect(await isReplaced(own, () => Promise.reject(new TypeError('offline')))).toBe(false)
  })
})
