import type { Alarm } from '#src/platform/alarm.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Connectivity } from '#src/platform/connectivity.ts'
import type { Cookies } from '#src/platform/cookies.ts'
import type { OtherPages, PageNews } from '#src/platform/other-pages.ts'
import type { PushDoorState } from '#src/platform/push-door-state.ts'
import { type BrowserSubscription, type PushDoor, PushDoorError } from '#src/platform/push-door.ts'
import type { Random } from '#src/platform/random.ts'
import type { Settings } from '#src/platform/settings.ts'
import type { Persistence, StorageKeeper, StorageRoom } from '#src/platform/storage-keeper.ts'
import { Subscribers } from '#src/platform/subscribers.ts'
import type { Timers } from '#src/platform/timers.ts'
import type { Visibility } from '#src/platform/visibility.ts'

/** Clock and timers whose time passes when the test says so. */
export class HandTime implements Clock, Timers {
  #now: number
  readonly #planned = new Set<{ at: number; every: number | null; call: () => void }>()

  constructor(start = '2026-11-20T12:00:00Z') {
    this.#now = Date.parse(start)
  }

  now(): number {
    return this.#now
  }

  iso(offsetMs = 0): string {
    return new Date(this.#now + offsetMs).toISOString()
  }

  after(ms: number, call: () => void) {
    return this.#plan(ms, null, call)
  }

  every(ms: number, call: () => void) {
    return this.#plan(ms, ms, call)
  }

  get pending(): number {
    return this.#planned.size
  }

  /** When the next planned call is due, or null. */
  get nextAt(): number | null {
    return this.#planned.size === 0 ? null : Math.min(...[...this.#planned].map(({ at }) => at))
  }

  /** Whether something was planned for that very moment. */
  isDueIn(ms: number): boolean {
    return [...this.#planned].some(({ at }) => at === this.#now + ms)
  }

  pass(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const due = [...this.#planned].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      this.#now = due.at
      if (due.every === null) this.#planned.delete(due)
      else due.at += due.every
      due.call()
    }
    this.#now = end
  }

  #plan(ms: number, every: number | null, call: () => void) {
    const planned = { at: this.#now + ms, every, call }
    this.#planned.add(planned)
    return () => void this.#planned.delete(planned)
  }
}

/** Chance that repeats itself: fractions go round, uuids count up. */
export function countingRandom(...fractions: number[]): Random {
  let drawn = 0
  let made = 0
  return {
    fraction: () => fractions[drawn++ % Math.max(1, fractions.length)] ?? 0.5,
    uuid: () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
  }
}

export class FakeConnectivity implements Connectivity {
  readonly #listeners = new Subscribers<boolean>()
  cable = true
  reached = true

  isOnline() {
    return this.cable && this.reached
  }
  hasNetwork() {
    return this.cable
  }
  subscribe(listener: (isOnline: boolean) => void) {
    return this.#listeners.add(listener)
  }
  reportReached() {
    this.reached = true
  }
  reportUnreached() {
    this.reached = false
  }
  plug(cable: boolean) {
    this.cable = cable
    this.reached = true
    this.#listeners.tell(this.isOnline())
  }
}

export class FakeVisibility implements Visibility {
  readonly #listeners = new Subscribers<boolean>()
  visible = true

  isVisible() {
    return this.visible
  }
  subscribe(listener: (isVisible: boolean) => void) {
    return this.#listeners.add(listener)
  }
  show(visible: boolean) {
    this.visible = visible
    this.#listeners.tell(visible)
  }
}

export class FakeAlarm implements Alarm {
  readonly rings: { sound: boolean; vibration: boolean }[] = []
  unlock() {}
  ring(allowed: { sound: boolean; vibration: boolean }) {
    this.rings.push(allowed)
  }
}

export class FakeStorageKeeper implements StorageKeeper {
  asked = 0
  answer: Persistence = 'persisted'
  room: StorageRoom | null = { usage: 0, quota: 10 * 1024 ** 3 }
  takesMore = true
  forgotten = 0

  async persist() {
    this.asked += 1
    return this.answer
  }
  async estimate() {
    return this.room
  }
  hasRoom = async () => this.takesMore
  async forgetLines() {
    this.forgotten += 1
  }
}

/** A browser's push, with a push service behind it that gives a new endpoint for each subscription. */
export class FakePushDoor implements PushDoor {
  permission: PushDoorState = 'prompt'
  /** What the person presses when asked. */
  answer: PushDoorState = 'granted'
  asked = 0
  fails: PushDoorError['code'] | null = null
  readonly closed: string[] = []
  subscription: BrowserSubscription | null = null
  #made = 0

  /** What its push service does. */
  make = (publicKey: string): BrowserSubscription => ({
    endpoint: `https://push.example/${publicKey}/${++this.#made}`,
    keys: { p256dh: 'BPub', auth: 'secret' },
  })

  state() {
    return this.permission
  }
  async askPermission() {
    if (this.permission === 'prompt') {
      this.asked += 1
      this.permission = this.answer
    }
    return this.permission
  }
  async current() {
    return this.subscription
  }
  async subscribe(publicKey: string) {
    if (this.fails) throw new PushDoorError(this.fails)
    this.subscription ??= this.make(publicKey)
    return this.subscription
  }
  async unsubscribe() {
    const had = this.subscription !== null
    this.subscription = null
    return had
  }
  async closeNotices(tag = '*') {
    this.closed.push(tag)
  }
}

/** Pages of one browser, which hear each other at once. */
export class FakeOtherPages implements OtherPages {
  readonly #pages: Set<Subscribers<PageNews>>
  readonly #own = new Subscribers<PageNews>()

  constructor(pages = new Set<Subscribers<PageNews>>()) {
    this.#pages = pages
    pages.add(this.#own)
  }
  tell(news: PageNews) {
    for (const page of this.#pages) if (page !== this.#own) page.tell(news)
  }
  subscribe(listener: (news: PageNews) => void) {
    return this.#own.add(listener)
  }
  /** One more page of the same browser. */
  another = () => new FakeOtherPages(this.#pages)
}

export class FakeCookies implements Cookies {
  readonly jar = new Map<string, { value: string; lifeMs: number }>()
  read(name: string) {
    return this.jar.get(name)?.value ?? null
  }
  write(name: string, value: string, lifeMs: number) {
    this.jar.set(name, { value, lifeMs })
  }
}

export function memorySettings(): Settings {
  const kept = new Map<string, string>()
  return { read: key => kept.get(key) ?? null, write: (key, value) => void kept.set(key, value) }
}
