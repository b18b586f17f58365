import { describe, expect, it } from 'vitest'
import { createShell, PAGE, type ShellFile } from '#sw/shell.ts'
import { MemoryCaches } from './memory-caches.ts'

const SCOPE = 'https://numerito.example/'
const FIRST: ShellFile[] = [
  { url: 'index.html', revision: 'one' },
  { url: 'assets/home-1.js', revision: null },
  { url: 'assets/same.js', revision: null },
]
const SECOND: ShellFile[] = [
  { url: 'index.html', revision: 'two' },
  { url: 'assets/home-2.js', revision: null },
  { url: 'assets/same.js', revision: null },
]

/** What the built page's script begins the application with. */
const BEGINS = {
  one: '<script>(()=>import(`/assets/home-1.js`))()</script>',
  two: '<script>(()=>import(`/assets/home-2.js`))()</script>',
}

/** A browser and the server's files; what was asked of the server is noted. */
function browser() {
  const caches = new MemoryCaches()
  const asked: string[] = []
  const state = {
    version: 'one' as 'one' | 'two',
    respond: (address: string): Response => {
      const { pathname } = new URL(address)
      return new Response(pathname === PAGE ? BEGINS[state.version] : `${pathname} of ${state.version}`)
    },
  }
  const shell = (files: readonly ShellFile[]) =>
    createShell(files, SCOPE, {
      caches,
      async fetch(address, { cache, redirect }) {
        asked.push(`${new URL(address).pathname} ${cache} ${redirect}`)
        return state.respond(address)
      },
      async ask(address, { cache, redirect }) {
        asked.push(`${new URL(address).pathname} ${cache} ${redirect}, in time`)
        return state.respond(address)
      },
    })
  return { state, asked, caches, shell, kept: () => caches.addresses('shell-v1') }
}

const text = async (answer: Promise<Response> | null) => (await answer)?.text()

describe('the shell', () => {
  it('[OFFL-02] keeps every file when it is installed, and answers from there', async () => {
    const { shell, asked } = browser()
    const first = shell(FIRST)
    await first.keep()
    expect(asked.toSorted()).toEqual([
      '/assets/home-1.js default error',
      '/assets/same.js default error',
      // Its name does not tell its content: the browser's own cache might hold an older one.
      '/index.html reload error',
    ])
    expect(await text(first.answer('/index.html'))).toBe(BEGINS.one)
    expect(asked).toHaveLength(3)
    expect(first.answer('/assets/desk.js')).toBeNull()
  })

  it('fails as a whole where one file fails, and goes on from there the next time', async () => {
    const { shell, state, asked } = browser()
    const { respond } = state
    state.respond = address =>
      address.includes('home') ? new Response('gone', { status: 404 }) : respond(address)
    await expect(shell(FIRST).keep()).rejects.toThrow('/assets/home-1.js answered 404')
    state.respond = respond
    asked.length = 0
    await shell(FIRST).keep()
    expect(asked).toContain('/assets/home-1.js default error')
    expect(asked.length).toBeLessThan(3)
  })

  it('[OFFL-02] keeps no page of a portal’s in the name of one of its files', async () => {
    const { shell, state, kept } = browser()
    const { respond } = state
    const portal = () => new Response('<title>Wi-Fi</title>', { headers: { 'content-type': 'text/html' } })
    state.respond = address => (address.includes('same') ? portal() : respond(address))
    await expect(shell(FIRST).keep()).rejects.toThrow('/assets/same.js answered a page')
    await expect(shell(FIRST).answer('/assets/same.js')).rejects.toThrow('/assets/same.js answered a page')
    expect(kept().filter(address => address.includes('same'))).toEqual([])
    state.respond = respond
    await shell(FIRST).keep()
    expect(await text(shell(FIRST).answer('/assets/same.js'))).toBe('/assets/same.js of one')
  })

  it('[OFFL-04] lets an old version go on with its own files until the new one rules', async () => {
    const { shell, state, asked, kept } = browser()
    const first = shell(FIRST)
    await first.keep()
    state.version = 'two'
    const second = shell(SECOND)
    asked.length = 0
    await second.keep()
    expect(asked.toSorted()).toEqual(['/assets/home-2.js default error', '/index.html reload error'])
    expect(await text(first.answer('/index.html'))).toBe(BEGINS.one)
    expect(await text(first.answer('/assets/home-1.js'))).toBe('/assets/home-1.js of one')

    await second.dropOthers()
    expect(
      kept()
        .map(address => address.slice(SCOPE.length))
        .toSorted(),
    ).toEqual(['assets/home-2.js', 'assets/same.js', 'index.html?revision=two'])
    expect(await text(second.answer('/index.html'))).toBe(BEGINS.two)
  })

  it('[HAND-03] does not take the page of a server that has not changed yet for one of its own', async () => {
    const { shell, state, kept } = browser()
    const { respond } = state
    const second = shell(SECOND)
    // The page alone comes from there.
    state.respond = address => (address.endsWith(PAGE) ? new Response(BEGINS.one) : respond(address))
    await expect(second.keep()).rejects.toThrow('/index.html is of another release')
    expect(kept().filter(address => address.includes('index'))).toEqual([])
    state.version = 'two'
    state.respond = respond
    await second.keep()
    expect(await text(second.answer(PAGE))).toBe(BEGINS.two)
  })

  it('fetches again what the browser threw away', async () => {
    const { shell, asked } = browser()
    const first = shell(FIRST)
    expect(await text(first.answer('/assets/home-1.js'))).toBe('/assets/home-1.js of one')
    expect(await text(first.answer('/assets/home-1.js'))).toBe('/assets/home-1.js of one')
    expect(asked).toEqual(['/assets/home-1.js default error, in time'])
  })

  it('[HAND-03] shows the page of another release where it has none, and does not keep it', async () => {
    const { shell, state, kept } = browser()
    const second = shell(SECOND)
    expect(await text(second.answer(PAGE))).toBe(BEGINS.one)
    expect(kept()).toEqual([])
    state.version = 'two'
    expect(await text(second.answer(PAGE))).toBe(BEGINS.two)
    expect(kept()).toHaveLength(1)
  })

  it('[OFFL-02] a store that is full or refused costs nobody the file that the server has', async () => {
    const { shell, caches, asked } = browser()
    const first = shell(FIRST)
    await first.keep()
    caches.fault = new DOMException('no room', 'QuotaExceededError')
    expect(await text(first.answer('/index.html'))).toBe(BEGINS.one)
    expect(asked.at(-1)).toBe('/index.html reload error, in time')
    // Half an application must never rule: that is not kept where it cannot be.
    await expect(shell(SECOND).keep()).rejects.toThrow('no room')
  })
})
