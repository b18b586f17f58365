import 'fake-indexeddb/auto'
import machine from 'node:timers'
import { deleteDB } from 'idb'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import type { Session } from '#contract/rest/login.ts'
import type { Timers } from '#server/platform/timers.ts'
import { HANDOFF_NAME } from '#src/handoff/open-handoff.ts'
import { browserRandom } from '#src/platform/random.ts'
import { enterSession } from '#src/flows/session/enter-session.ts'
import { Door } from '#tests/support/door.ts'
import { openMemoryDatabase } from '#tests/support/memory-database.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { cookieOf, startTestServer, type TestServer, type TestServerOptions } from '#tests/support/server.ts'
import { type Device, type DeviceOptions, deviceAt } from './device.ts'
import { nextRut } from './next-rut.ts'
import { type OfficeAtWork, type OfficeOptions, officeAtWork } from './office-at-work.ts'

/** Of everybody here who has an account. */
export const PASSWORD = 'tren verde a Llolleo'

let addresses = 0
/** An e-mail that nobody has yet. */
export const nextEmail = () => `persona${++addresses}@correo.example`

interface PersonOptions {
  temporal?: boolean
  /** Of one without an account; nobody else's, unless told. */
  rut?: string
}

/** The server's, also where a test has put the page's under its own clock (`ruleTime`). */
const machineTimers: Timers = {
  after(ms, call) {
    const timer = machine.setTimeout(call, ms)
    return () => machine.clearTimeout(timer)
  },
  every(ms, call) {
    const timer = machine.setInterval(call, ms)
    return () => machine.clearInterval(timer)
  },
}

/**
 * One genuine server for the file, with a door in front of it; for each test an office of its own, at which
 * nobody was before, and the phones of whoever goes there.
 * @param prepare what the server is to have beside that
 */
export function phones(prepare: () => TestServerOptions | Promise<TestServerOptions> = () => ({})) {
  const open: (() => unknown)[] = []
  const here = {} as { server: TestServer; door: Door; office: OfficeAtWork }

  beforeAll(async () => {
    const database = await openMemoryDatabase()
    const clock = new MovingClock(NOON)
    const server = await startTestServer({ database, clock, timers: machineTimers, ...(await prepare()) })
    here.server = server
    here.door = await Door.before(server.origin)
    return async () => {
      await here.door.close()
      await server.close()
      await database.close()
    }
  })
  beforeEach(async () => {
    await deleteDB(HANDOFF_NAME)
    // From an address of its own, as it were: what the test before did there is not counted.
    await here.server.database.db.deleteFrom('knocks').execute()
    here.office = await officeAtWork(here.server)
  })
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close()
    here.door.forget()
  })

  /** A phone of nobody yet, with the application on it. */
  function device(options: DeviceOptions = {}): Device {
    const made = deviceAt(here.door.origin, options)
    made.time.pass(here.server.clock.now().getTime() - made.time.now())
    // Unlike those of the other phones: the server knows an attempt and a request by its id.
    made.context.random = { ...made.fakes.random, uuid: browserRandom.uuid }
    // Not closed with the rest: what came last may still be on its way into the database.
    open.push(() => made.context.socket.leaveAll())
    return made
  }

  /** Somebody makes an account, and the browser keeps their cookie. */
  async function register(name: string): Promise<Session> {
    const body = { user: nextEmail(), password: PASSWORD, name }
    const response = await here.server.ask('login', '/signup', { body })
    if (response.status !== 200) throw new Error(`no account: ${await response.text()}`)
    here.door.cookie = cookieOf(response, 'numerito')
    here.door.others.set('numerito-known', cookieOf(response, 'numerito-known'))
    return (await response.json()) as Session
  }

  /** Somebody signs in, and the browser keeps their cookie. */
  async function admit(
    name = 'Ana',
    { temporal = true, rut = nextRut() }: PersonOptions = {},
  ): Promise<Session> {
    if (!temporal) return await register(name)
    const email = `${name.toLowerCase()}@example.cl`
    const { session, cookie } = await here.server.signInTemporary({ name, email, rut })
    here.door.cookie = cookie
    return session
  }

  /** A phone on which somebody is signed in. */
  async function signedIn({ temporal, rut, ...options }: DeviceOptions & PersonOptions = {}) {
    const made = device(options)
    const session = await admit('Ana', {
      ...(temporal !== undefined && { temporal }),
      ...(rut !== undefined && { rut }),
    })
    await enterSession(made.context, session)
    return { ...made, session }
  }

  /**
   * A phone whose page was loaded anew: who is here is known, and the server is still to be asked.
   * @param wrongBy how far ahead its clock stands until the server is heard
   */
  async function reloaded(wrongBy = 0) {
    const { session, database, close } = await signedIn()
    close()
    const page = device({ database, serverClock: { now: () => page.time.now() - wrongBy } })
    page.time.pass(wrongBy)
    const known = await page.context.db.userData.read('user')
    if (!known) throw new Error('nobody is known here')
    page.context.session.loading()
    page.context.session.remembered(known)
    return { ...page, session }
  }

  return {
    get server() {
      return here.server
    },
    get door() {
      return here.door
    },
    get office() {
      return here.office
    },
    /** What a number is asked for with. */
    get wish() {
      return { officeSlug: here.office.slug, line: here.office.line }
    },
    /** One more, beside the test's own. */
    openOffice: (options?: OfficeOptions) => officeAtWork(here.server, options),
    device,
    admit,
    atTheEnd: (close: () => unknown) => void open.push(close),
    signedIn,
    reloaded,
  }
}
