import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { freePort } from './free-port.ts'
import { makeBrowserHome } from './browser-home.ts'
import { findOnPath } from './on-path.ts'
import { waitFor } from './wait-for.ts'

/**
 * WebKit, the engine of every browser on an iPhone, as Debian builds it for GTK: MiniBrowser, driven by
 * WebKitWebDriver on a screen that exists in memory alone (Xvfb). It has no push, no WebRTC and no
 * navigator.storage, as in some contexts of an iPhone.
 */
export type WebKit = {
  /** Goes there, and is there when this resolves: the page that was left answers no more. */
  goto(url: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  url(): Promise<string>
  /** Runs in the page, and waits for its promise. Of its surroundings it sees `args` alone, as JSON. */
  evaluate<Args extends readonly unknown[], Value>(
    run: (...args: Args) => Value | Promise<Value>,
    ...args: Args
  ): Promise<Value>
  /** What stands on the page, as a person reads it. */
  text(): Promise<string>
  /** Waits until the page says so. @returns all that it says then */
  waitForText(wanted: string | RegExp): Promise<string>
  /** Presses the button, link, tab or choice of this name, once there is one that can be pressed. */
  press(name: string | RegExp): Promise<void>
  /** Types into the field that the selector finds, in the place of what stands there. */
  fill(selector: string, text: string): Promise<void>
  /** Presses what the selector finds. */
  pressAt(selector: string): Promise<void>
  /** The window's picture, as PNG. */
  picture(): Promise<Buffer>
  resize(size: WebKitSize): Promise<void>
  close(): Promise<void>
}

export type WebKitSize = { width: number; height: number }

const PHONE: WebKitSize = { width: 400, height: 860 }
/** A call of the driver that takes longer than this has got stuck. */
const CALL_MS = 60_000
/** Its first one starts a browser, on a machine that may be starting others. */
const START_MS = 240_000
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

const miniBrowser = () => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0]

/** What is missing to drive WebKit, in a sentence; undefined where nothing is. */
export function missingWebKit(): string | undefined {
  const missing = ['WebKitWebDriver', 'Xvfb', 'dbus-run-session'].filter(name => !findOnPath([name]))
  if (missing.length === 0 && miniBrowser()) return undefined
  return `WebKit cannot be driven here (${[...missing, ...(miniBrowser() ? [] : ['MiniBrowser'])].join(', ')} missing): apt-get install webkit2gtk-driver xvfb dbus.`
}

/** How soon a page answers that stays. */
const LEAVING_MS = 5_000
const LEAVING = /unload event|no such frame|no such element|stale element|did not answer/

/**
 * Starts a WebKit with one window and a profile of its own.
 * @throws when it cannot be driven here
 */
export async function launchWebKit(size: WebKitSize = PHONE): Promise<WebKit> {
  const missing = missingWebKit()
  if (missing) throw new Error(missing)
  const home = makeBrowserHome('webkit')
  const screen = await startScreen()
  const driver = await startDriver({
    ...home.env,
    ...screen.env,
    LANG: 'es_CL.UTF-8',
    LC_ALL: 'es_CL.UTF-8',
    TZ: 'America/Santiago',
    // There is no graphics card to share buffers with.
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
  })
  const end = async () => {
    await driver.end()
    await screen.end()
    home.remove()
  }
  try {
    const session = await openSession(driver.url)
    await session('POST', '/window/rect', { x: 0, y: 0, ...size })
    return {
      ...drive(session),
      close: () =>
        session('DELETE', '')
          .catch(() => null)
          .then(end),
    }
  } catch (error) {
    await end()
    throw error
  }
}

type Call = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  patienceMs?: number,
) => Promise<unknown>

/** @see https://www.w3.org/TR/webdriver2/ */
async function openSession(driverUrl: string): Promise<Call> {
  const ask = async (method: string, path: string, body?: object, patienceMs = CALL_MS) => {
    const asked = `${method} ${path.replace(/^\/session\/[^/]+/, '')}`
    const response = await fetch(`${driverUrl}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      signal: AbortSignal.timeout(patienceMs),
    }).catch(error => {
      throw new Error(`WebKit did not answer ${asked}`, { cause: error })
    })
    const { value } = (await response.json()) as { value: unknown }
    if (response.ok) return value
    const { error, message } = value as { error: string; message: string }
    throw new Error(`WebKit answered ${asked}: ${error}: ${message}`)
  }
  const wanted = {
    alwaysMatch: {
      // A page that goes on loading would hold every call back.
      pageLoadStrategy: 'none',
      'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
    },
  }
  const session = await ask('POST', '/session', { capabilities: wanted }, START_MS)
  const { sessionId } = session as { sessionId: string }
  const call: Call = (method, path, body, patienceMs) =>
    ask(method, `/session/${sessionId}${path}`, body, patienceMs)
  await call('POST', '/timeouts', { script: CALL_MS, pageLoad: CALL_MS, implicit: 0 })
  return call
}

function drive(call: Call): Omit<WebKit, 'close'> {
  const scriptOf = (run: unknown) => `return (${String(run)})(...arguments)`
  const evaluate: WebKit['evaluate'] = async (run, ...args) =>
    (await call('POST', '/execute/sync', { script: scriptOf(run), args })) as never
  const text = () => evaluate(() => document.body?.innerText ?? '')
  /** Null while one page goes and the next comes: nobody is there to answer. */
  const unlessLeaving = <Value>(asked: Promise<Value>): Promise<Value | null> =>
    asked.catch(error => {
      if (LEAVING.test(String(error))) return null
      throw error
    })
  /** The first element on the page that answers; the driver hands it on as a reference. */
  const find = (what: string, look: (...args: string[]) => Element | null, ...args: string[]) =>
    waitFor(what, async () => {
      const found: Record<string, string> | null = await unlessLeaving(evaluate(look as never, ...args))
      return found?.[ELEMENT]
    })
  async function pressElement(id: string): Promise<void> {
    // The driver scrolls to where it can just be seen, which may be behind the bar at the window's foot.
    const center = 'arguments[0].scrollIntoView({ block: "center" })'
    await call('POST', '/execute/sync', { script: center, args: [{ [ELEMENT]: id }] })
    await call('POST', `/element/${id}/click`, {})
  }
  /** The driver answers before the new page is there: until it is, the old one would be read and pressed. */
  async function arrive(leave: () => Promise<unknown>): Promise<void> {
    const script = scriptOf(() => performance.timeOrigin)
    const begun = (patienceMs?: number) =>
      call('POST', '/execute/sync', { script, args: [] }, patienceMs).then(Number)
    const before = await begun()
    await leave()
    await waitFor('the page to be another', async () => {
      // Who is asked in the moment in which they go may take the answer with them: the next page is asked.
      const now = await unlessLeaving(begun(LEAVING_MS))
      return now !== null && now !== before
    })
  }
  return {
    evaluate,
    text,
    goto: url => arrive(() => call('POST', '/url', { url })),
    reload: () => arrive(() => call('POST', '/refresh', {})),
    back: () =>
      evaluate(() => {
        // Later, when this call has been answered.
        setTimeout(() => history.back())
      }),
    url: async () => (await call('GET', '/url')) as string,
    waitForText: wanted => {
      let said = ''
      return waitFor(`«${wanted}» on the page`, async () => {
        said = (await unlessLeaving(text())) ?? ''
        return (typeof wanted === 'string' ? said.includes(wanted) : wanted.test(said)) && said
      }).catch(error => {
        throw new Error(`${error.message}; it says:\n${said}`)
      })
    },
    async press(name) {
      const source = typeof name === 'string' ? '' : name.source
      const id = await find(`«${name}» to press`, findByName, typeof name === 'string' ? name : '', source)
      await pressElement(id)
    },
    async pressAt(selector) {
      await pressElement(await find(selector, one => document.querySelector(one ?? ''), selector))
    },
    async fill(selector, typed) {
      const id = await find(selector, one => document.querySelector(one ?? ''), selector)
      await call('POST', `/element/${id}/clear`, {})
      await call('POST', `/element/${id}/value`, { text: typed })
    },
    picture: async () => Buffer.from((await call('GET', '/screenshot')) as string, 'base64'),
    resize: async size => void (await call('POST', '/window/rect', size)),
  }
}

/** Runs in the page: what can be pressed and has this name, or one that the pattern fits. */
function findByName(name?: string, pattern?: string): Element | null {
  const pressable = 'button, a[href], summary, label, [role=button], [role=tab], [role=radio], [role=switch]'
  const isNamed = (own: string) => (pattern ? new RegExp(pattern).test(own) : own === name)
  return (
    [...document.querySelectorAll<HTMLElement>(pressable)].find(own => {
      const names = [own.getAttribute('aria-label') ?? '', own.innerText.trim().replace(/\s+/g, ' ')]
      const isInert = own.matches(':disabled') || own.closest('[inert]') !== null
      return own.checkVisibility({ visibilityProperty: true }) && !isInert && names.some(isNamed)
    }) ?? null
  )
}

interface Started {
  end(): Promise<void>
}

/** A screen in memory, at the first number that is free. */
async function startScreen(): Promise<Started & { env: Record<string, string> }> {
  const options = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp']
  const child = spawn('Xvfb', options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const number = await firstLine(child, child.stdio[3] as Readable)
  return { env: { DISPLAY: `:${number}` }, end: () => endProcess(child) }
}

/** WebKitWebDriver with a message bus of its own, in a process group that ends together. */
async function startDriver(env: Record<string, string>): Promise<Started & { url: string }> {
  const port = await freePort()
  const child = spawn('dbus-run-session', ['--', 'WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1'], {
    env,
    stdio: 'ignore',
    // Its browser and its bus end with it, as one group.
    detached: true,
  })
  const url = `http://127.0.0.1:${port}`
  await waitFor('WebKitWebDriver to answer', () =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return { url, end: () => endProcess(child, -(child.pid ?? 0)) }
}

async function firstLine(child: ChildProcess, stream: Readable): Promise<string> {
  let said = ''
  stream.on('data', chunk => {
    said += String(chunk)
  })
  await waitFor(`a word of ${child.spawnfile}`, () => {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`)
    return said.includes('\n')
  })
  return said.trim()
}

async function endProcess(child: ChildProcess, target = child.pid ?? 0): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  process.kill(target, 'SIGKILL')
  await exited
}
