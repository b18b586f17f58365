import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserAlarm } from '#src/platform/alarm.ts'
import { browserConnectivity } from '#src/platform/connectivity.ts'
import { browserCookies } from '#src/platform/cookies.ts'
import { countTooManyRequests } from '#src/platform/count-too-many-requests.ts'
import { LATE, withDeadline } from '#src/platform/deadline.ts'
import { readEnvironment, readServiceHosts } from '#src/platform/environment.ts'
import { latePart } from '#src/platform/late-part.ts'
import { browserPosition } from '#src/platform/position.ts'
import { browserRandom } from '#src/platform/random.ts'
import { screenLamp } from '#src/platform/screen-lamp.ts'
import { browserSettings } from '#src/platform/settings.ts'
import { browserStorageKeeper, looksPrivate } from '#src/platform/storage-keeper.ts'
import { Subscribers } from '#src/platform/subscribers.ts'
import { browserVisibility } from '#src/platform/visibility.ts'
import { FakeCookies, FakeVisibility, HandTime } from './fakes.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('connectivity', () => {
  function page(onLine = true) {
    const events = new EventTarget()
    const navigator = { onLine }
    const connectivity = browserConnectivity({
      navigator,
      addEventListener: events.addEventListener.bind(events) as Window['addEventListener'],
    })
    const told: boolean[] = []
    connectivity.subscribe(isOnline => void told.push(isOnline))
    return { connectivity, told, fire: (name: string) => events.dispatchEvent(new Event(name)) }
  }

  it('follows the cable', () => {
    const { connectivity, told, fire } = page(false)
    expect([connectivity.isOnline(), connectivity.hasNetwork()]).toEqual([false, false])
    fire('online')
    fire('offline')
    expect(told).toEqual([true, false])
  })

  it('counts as offline where nothing answers, and still lets one try', () => {
    const { connectivity, told, fire } = page()
    connectivity.reportUnreached()
    connectivity.reportUnreached()
    expect([connectivity.isOnline(), connectivity.hasNetwork()]).toEqual([false, true])
    connectivity.reportReached()
    expect(told).toEqual([false, true])
    connectivity.reportUnreached()
    fire('online')
    expect(told).toEqual([false, true, false, true])
  })
})

it('visibility tells when the page is seen or hidden', () => {
  class Page extends EventTarget {
    visibilityState: DocumentVisibilityState = 'visible'
  }
  const page = new Page()
  const visibility = browserVisibility(page)
  const told: boolean[] = []
  const stop = visibility.subscribe(isVisible => void told.push(isVisible))
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  stop()
  page.dispatchEvent(new Event('visibilitychange'))
  expect(told).toEqual([false, true])
})

describe('cookies', () => {
  it('are written with their life, and read among others', () => {
    const page = { cookie: 'a=1; zq=2%203; b=4' }
    const cookies = browserCookies(page)
    expect(cookies.read('zq')).toBe('2 3')
    expect(cookies.read('z')).toBeNull()
    cookies.write('zq', '3', 86_400_000)
    expect(page.cookie).toBe('zq=3; Max-Age=86400; Path=/; SameSite=Lax')
  })

  it('[SHELL-05] zq_number_of_try_webapp counts up to 3 and lasts a day', () => {
    const cookies = new FakeCookies()
    expect([1, 2, 3, 4].map(() => countTooManyRequests(cookies))).toEqual([1, 2, 3, 3])
    expect(cookies.jar.get('zq_number_of_try_webapp')).toEqual({ value: '3', lifeMs: 86_400_000 })
  })

  it('what the person wrote into the counter does no harm', () => {
    const cookies = new FakeCookies()
    for (const value of ['many', '-7', '1.5', '']) {
      cookies.write('zq_number_of_try_webapp', value, 1)
      expect(countTooManyRequests(cookies)).toBe(1)
    }
  })
})

it('a position is looked for only when asked, and says why it is not known', async () => {
  const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>()
  const finder = browserPosition({ geolocation: { getCurrentPosition } })
  expect(getCurrentPosition).not.toHaveBeenCalled()
  getCurrentPosition.mockImplementationOnce(found =>
    found({ coords: { latitude: -33.4, longitude: -70.6 } } as GeolocationPosition),
  )
  expect(await finder.locate()).toEqual({ lat: -33.4, lon: -70.6 })
  getCurrentPosition.mockImplementationOnce((_found, failed) =>
    failed?.({ code: 1 } as GeolocationPositionError),
  )
  expect(await finder.locate()).toEqual({ errorMessage: 'denied' })
  expect(await browserPosition({}).locate()).toEqual({ errorMessage: 'unsupported' })
})

describe('storage', () => {
  const noCaches = (): CacheStorage => {
    throw new ReferenceError('caches is not defined')
  }

  it('[OFFL-05] tries out whether anything can be stored, leaves nothing behind, and doubts nothing where it cannot try', async () => {
    const put = vi.fn<() => Promise<void>>(async () => undefined)
    const remove = vi.fn<() => Promise<boolean>>(async () => true)
    const open = async () => ({ put }) as unknown as Cache
    const keeper = browserStorageKeeper({}, () => ({ open, delete: remove }))
    expect(await keeper.hasRoom()).toBe(true)
    put.mockRejectedValueOnce(new DOMException('no room', 'QuotaExceededError'))
    expect(await keeper.hasRoom()).toBe(false)
    expect(remove).toHaveBeenCalledTimes(2)
    expect(await browserStorageKeeper({}, noCaches).hasRoom()).toBe(true)
  })

  it('[OFFL-05] is asked to be persistent, and what it answers is told', async () => {
    const persist = vi.fn<() => Promise<boolean>>(async () => false)
    const keeper = browserStorageKeeper({ storage: { persist, persisted: async () => false } }, noCaches)
    expect(await keeper.persist()).toBe('refused')
    persist.mockResolvedValueOnce(true)
    expect(await keeper.persist()).toBe('persisted')
    persist.mockRejectedValueOnce(new TypeError())
    expect(await keeper.persist()).toBe('refused')
    expect(await browserStorageKeeper({}, noCaches).persist()).toBe('unsupported')
    expect(
      await browserStorageKeeper({ storage: { persist, persisted: async () => true } }, noCaches).persist(),
    ).toBe('persisted')
    expect(persist).toHaveBeenCalledTimes(3)
  })

  it('looks private where there is little room and no promise', async () => {
    const estimate = async () => ({ usage: 1, quota: 100 * 1024 ** 2 })
    const room = await browserStorageKeeper({ storage: { estimate } }, noCaches).estimate()
    expect(looksPrivate('refused', room)).toBe(true)
    expect(looksPrivate('persisted', room)).toBe(false)
    expect(looksPrivate('refused', { usage: 1, quota: 10 * 1024 ** 3 })).toBe(false)
    expect(looksPrivate('refused', null)).toBe(false)
  })

  it('a choice is remembered; a browser that keeps nothing forgets it with the page', () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    browserSettings(() => storage).write('language', 'pt')
    expect(browserSettings(() => storage).read('language')).toBe('pt')
    const refusing = browserSettings(() => {
      throw new DOMException('', 'SecurityError')
    })
    expect(refusing.read('language')).toBeNull()
    refusing.write('language', 'en')
    expect(refusing.read('language')).toBe('en')
  })
})

describe('the alarm', () => {
  it('[CALL-05] vibrates and sounds where each is allowed, and sounds only after a tap', () => {
    const vibrate = vi.fn<(pattern: number[]) => boolean>(() => true)
    let played = 0
    class Audio {
      state = 'running'
      currentTime = 0
      destination = {}
      createOscillator() {
        played += 1
        return { frequency: { value: 0 }, connect: (next: unknown) => next, start() {}, stop() {} }
      }
      createGain() {
        const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} }
        return { gain, connect: (next: unknown) => next }
      }
    }
    const alarm = browserAlarm({
      AudioContext: Audio as unknown as typeof AudioContext,
      navigator: { vibrate },
    })
    alarm.ring({ sound: true, vibration: true })
    expect([vibrate.mock.calls.length, played]).toEqual([1, 0])
    alarm.unlock()
    alarm.ring({ sound: true, vibration: false })
    expect([vibrate.mock.calls.length, played]).toEqual([1, 2])
    alarm.ring({ sound: false, vibration: false })
    expect([vibrate.mock.calls.length, played]).toEqual([1, 2])
  })

  it('[CALL-05] sounds again on an iPhone on which a telephone call came between', () => {
    const audio = {
      state: 'running',
      async resume() {
        this.state = 'running'
      },
    }
    // Whoever makes one gets this one.
    const Audio = function MakeAudio() {
      return audio
    } as unknown as typeof AudioContext
    const alarm = browserAlarm({ AudioContext: Audio, navigator: {} })
    alarm.unlock()
    audio.state = 'interrupted'
    alarm.unlock()
    expect(audio.state).toBe('running')
  })

  it('is silent on a device that has neither', () => {
    const alarm = browserAlarm({ navigator: {} })
    alarm.unlock()
    expect(() => alarm.ring({ sound: true, vibration: true })).not.toThrow()
  })
})

describe('the screen', () => {
  function device(hasPower = true) {
    const release = vi.fn<() => Promise<void>>(async () => undefined)
    const request = vi.fn<() => Promise<{ release: () => Promise<void> }>>(async () => {
      if (!hasPower) throw new Error('low battery')
      return { release }
    })
    const visibility = new FakeVisibility()
    return { lamp: screenLamp({ wakeLock: { request } }, visibility), request, release, visibility }
  }

  it('stays lit until it is let go, also after the page was hidden', async () => {
    const { lamp, request, release, visibility } = device()
    const stop = lamp.keepLit()
    visibility.show(false)
    expect(request).toHaveBeenCalledTimes(1)
    visibility.show(true)
    expect(request).toHaveBeenCalledTimes(2)
    await Promise.all(request.mock.results.map(({ value }) => value))
    stop()
    expect(release).toHaveBeenCalledOnce()
    visibility.show(true)
    expect(request).toHaveBeenCalledTimes(2)
  })

  it('is let go as well where that was wished before it was lit', async () => {
    const { lamp, release } = device()
    lamp.keepLit()()
    await vi.waitFor(() => expect(release).toHaveBeenCalledOnce())
  })

  it('goes dark where the device says so, and nothing fails', async () => {
    const { lamp, request, visibility } = device(false)
    const stop = lamp.keepLit()
    visibility.show(true)
    await Promise.allSettled(request.mock.results.map(({ value }) => value))
    expect(stop).not.toThrow()
  })
})

const page = (content: string | null) =>
  ({
    querySelector: () => (content === null ? null : { getAttribute: () => content }),
  }) as unknown as Document

it('[SHELL-09] the services stand where the page says, and at its own origin where it says nothing or nonsense', () => {
  expect(readServiceHosts(page('login=https://b.example'))).toEqual({ login: 'https://b.example' })
  expect(readServiceHosts(page('login=moon'))).toEqual({})
  expect(readServiceHosts(page(null))).toEqual({})
})

it('[SHELL-09] the environment is what the page says, and prod where it says nothing', () => {
  const environment = (content: string | null) => readEnvironment(page(content))
  expect(['staging', 'qa', 'dev', 'lab', 'prod', 'moon', null].map(environment)).toEqual([
    'staging',
    'qa',
    'dev',
    'lab',
    'prod',
    'prod',
    'prod',
  ])
})

describe('a late part', () => {
  it('is fetched once, when first asked for', async () => {
    const load = vi.fn<() => Promise<string>>(async () => 'part')
    const part = latePart<string>('a part')
    part.provide(load)
    expect(load).not.toHaveBeenCalled()
    expect(await Promise.all([part.get(), part.get()])).toEqual(['part', 'part'])
    expect(load).toHaveBeenCalledOnce()
  })

  it('whose fetch failed is fetched again by the next who asks', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no network'))
    load.mockResolvedValue('part')
    const part = latePart<string>('a part')
    part.provide(load)
    await expect(part.get()).rejects.toThrow('no network')
    expect(await part.get()).toBe('part')
  })

  it('that nobody provided says so', async () => {
    await expect(latePart('a part').get()).rejects.toThrow('nobody has provided a part')
  })
})

it('a promise is late when its time is over, and what it does then is nobody’s matter', async () => {
  const time = new HandTime()
  const late = withDeadline(new Promise(() => undefined), 1_000, time)
  time.pass(1_000)
  expect(await late).toBe(LATE)
  expect(await withDeadline(Promise.resolve('here'), 1_000, time)).toBe('here')
  await expect(withDeadline(Promise.reject(new Error('no')), 1_000, time)).rejects.toThrow('no')
  expect(time.pending).toBe(0)
})

it('a listener that throws keeps the news from nobody', () => {
  const report = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', report)
  const subscribers = new Subscribers<string>()
  const heard: string[] = []
  subscribers.add(() => {
    throw new Error('a fault')
  })
  subscribers.add(news => void heard.push(news))
  subscribers.tell('news')
  expect(heard).toEqual(['news'])
  expect(report).toHaveBeenCalledOnce()
})

it('uuids are of version 4, also where the browser has no randomUUID', () => {
  const uuids = Array.from({ length: 50 }, () => browserRandom.uuid())
  for (const uuid of uuids)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(uuids).size).toBe(50)
})
