import '#src/ui/base.css'
import './wall.css'
import { t } from '@lingui/core/macro'
import { CALL_LARGE_MS } from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'
import type { WallCall, WallState } from '#contract/rest/devices.ts'
import { serviceUrl, socketUrl } from '#contract/service-hosts.ts'
import { createClient } from '#src/api/client.ts'
import { deviceApi } from '#src/devices/device-api.ts'
import { enterDevice, SHUT_AGAIN_MS, officeAt } from '#src/devices/enter-device.ts'
import { keepCookie } from '#src/devices/keep-cookie.ts'
import { isReplaced } from '#src/devices/newer-release.ts'
import { ServerTime } from '#src/platform/server-time.ts'
import { firstLanguage, LANGUAGES } from '#src/domain/languages.ts'
import { browserClock } from '#src/platform/clock.ts'
import { readServiceHosts } from '#src/platform/environment.ts'
import { browserGong } from '#src/platform/gong.ts'
import { browserRandom } from '#src/platform/random.ts'
import { browserScreenLamp } from '#src/platform/screen-lamp.ts'
import { browserSettings } from '#src/platform/settings.ts'
import { browserTimers, type TakeBack } from '#src/platform/timers.ts'
import { browserVoice } from '#src/platform/voice.ts'
import { SocketManager } from '#src/socket/socket-manager.ts'
import { Announcer } from './announcer.ts'
import { newCalls } from './new-calls.ts'
import { spokenCall } from './spoken-call.ts'
import { WallFeed } from './wall-feed.ts'
import { WallView } from './wall-view.ts'
import { wordsIn } from './wall-words.ts'

/** Nobody at the server could be asked: again after this. */
const AGAIN_MS = 3_000
const DRAWN_EVERY_MS = 1_000
/** Another version is looked for this often, and whenever the connection comes back. */
const RELEASE_LOOK_MS = 10 * 60_000
/** Up to which fact the room has heard everything: a page that loads itself anew must not call twice. */
const HEARD = 'numerito-wall-heard'

const hosts = readServiceHosts(document)
const elapsed = () => performance.now()
const time = new ServerTime(elapsed)
const timers = browserTimers
const gong = browserGong(window, timers)
const voice = browserVoice(window, timers)
const tab = browserSettings(() => sessionStorage)
const view = new WallView(document.getElementById('wall') as HTMLElement, location.origin)
const words = Object.fromEntries(LANGUAGES.map(language => [language, wordsIn(language)])) as Record<
  Language,
  ReturnType<typeof wordsIn>
>
const slug = officeAt(location)
/** Until it is known in which languages the office speaks. */
const browserLanguage = firstLanguage(null, navigator.languages)

let token: string | null = null
let state: WallState | null = null
let isCurrent = false
let calling: WallCall | null = null
let endCall = () => {}

const api = deviceApi(
  createClient({
    clock: browserClock,
    baseOf: service => serviceUrl(hosts, service, location.origin),
    getToken: () => token,
    // Each question is told by its own failure.
    onSessionExpired() {},
    onTooManyRequests() {},
    onReached() {},
    onUnreached() {},
  }),
)
const socket = new SocketManager({
  url: socketUrl(hosts, location.origin),
  getToken: () => token,
  isNeeded: async () => true,
  timers,
  random: browserRandom,
  tab,
})

const announcer = new Announcer({
  gong,
  voice,
  timers,
  wordsOf: (call, language) => spokenCall(call, words[language]),
  onCall(call) {
    calling = call
    endCall()
    endCall = timers.after(CALL_LARGE_MS, () => {
      calling = null
      draw()
    })
    draw()
  },
})

const feed = new WallFeed({
  ask: api.wall,
  timers,
  elapsed,
  onState: show,
  onCurrent(now) {
    isCurrent = now
    draw()
  },
  onShut() {
    token = null
    socket.leaveAll()
    // The cookie may know of a session that the token does not; where it does not either, it is over.
    void enter()
  },
})

function show(news: WallState): void {
  const [language = 'es'] = news.languages
  document.documentElement.lang = language
  time.hear(news.at)
  state = news
  const before = tab.read(HEARD)
  const calls = newCalls(before === null ? null : Number(before), news)
  tab.write(HEARD, String(Math.max(news.seq, ...news.calls.map(({ seq }) => seq))))
  announcer.keepOnly(news.calls)
  if (calling && !news.calls.some(({ ticket }) => ticket === calling?.ticket)) calling = null
  announcer.announce(calls, news.languages)
  draw()
}

function draw(): void {
  if (!state || token === null) return
  const [language = 'es'] = state.languages
  view.draw(
    {
      state,
      now: time.now() ?? Date.parse(state.at),
      isCurrent,
      calling,
      sound: gong.state(),
      isVoiceless: !state.languages.some(voice.speaks),
    },
    words[language],
    language,
  )
}

/** Once more, later: one at a time, for each would go on for ever. */
let again: TakeBack | null = null

async function enter(): Promise<void> {
  again?.()
  const entry = await enterDevice(api, 'wall', location, () =>
    history.replaceState(null, '', location.pathname),
  )
  if (entry.kind === 'unreached') {
    if (!state) {
      const own = words[browserLanguage]
      document.documentElement.lang = browserLanguage
      view.say(t(own)`Conectando…`, t(own)`Sin respuesta del servidor; seguimos probando`)
    }
    again = timers.after(AGAIN_MS, () => void enter())
    return
  }
  if (entry.kind === 'shut' || slug === null) {
    const [language = browserLanguage] = state?.languages ?? []
    document.documentElement.lang = language
    state = null
    document.title = 'Numerito'
    view.say(
      t(words[language])`Esta pantalla no tiene enlace`,
      t(
        words[language],
      )`El enlace fue revocado o no está completo. Pide uno nuevo a quien supervisa la oficina.`,
    )
    again = timers.after(SHUT_AGAIN_MS, () => void enter())
    return
  }
  token = entry.token
  feed.start()
  // Refused or too late, it is asked for again by the client itself; until then the feed looks now and then.
  socket.hold(slug).joined.catch(() => undefined)
}

async function lookForRelease(): Promise<void> {
  if (announcer.isBusy) return
  if (await isReplaced(import.meta.url, () => fetch(location.pathname, { cache: 'no-cache' })))
    location.reload()
}

let hasJoined = false
socket.subscribe(news => {
  feed.look()
  if (news.kind !== 'channel' || news.state !== 'joined') return
  if (hasJoined) void lookForRelease()
  hasJoined = true
})
gong.subscribe(draw)
voice.subscribe(draw)
// Browsers believe a mouse that goes down, a finger that comes up, and a click that some aid made.
for (const press of ['pointerdown', 'pointerup', 'click', 'keydown'])
  addEventListener(press, () => gong.unlock())
for (const change of ['online', 'offline']) addEventListener(change, () => feed.look())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'visible') return
  socket.wake()
  feed.look()
})
timers.every(DRAWN_EVERY_MS, draw)
timers.every(RELEASE_LOOK_MS, () => void lookForRelease())
keepCookie(api, 'wall', location, timers)

browserScreenLamp().keepLit()
void enter()
