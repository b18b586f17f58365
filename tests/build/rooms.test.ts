import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/**
 * The floors of the house. A room imports only rooms below it; rooms on one floor do not import each other.
 * ARCHITECTURE.md draws it, this holds the drawing and the code to it.
 */
const FLOORS: Record<string, number> = {
  contract: 0,
  locales: 1,
  'src/domain': 1,
  'src/platform': 1,
  'src/api': 2,
  'src/socket': 2,
  'src/db': 2,
  'src/handoff': 2,
  'src/meet': 2.5,
  'src/flows': 3,
  sw: 3,
  'src/stores': 4,
  'src/queries': 4,
  'src/ui': 4,
  'src/texts': 4.5,
  'src/video': 4.7,
  'src/paper': 4.7,
  'src/forms': 4.7,
  'src/devices': 3,
  'src/screens': 5,
  'src/desk': 5,
  'src/wall': 5,
  'src/kiosk': 5,
  'src/app': 6,
  'server/platform': 0,
  'server/web': 1,
  'server/phoenix': 0,
  'server/secrets': 1,
  'server/database': 1,
  'server/wait': 1,
  'server/jobs': 1.5,
  'server/facts': 2,
  'server/settings': 2,
  'server/knocks': 2,
  'server/policies': 2,
  'server/flags': 2,
  'server/keeping': 2,
  'server/mail': 2,
  'server/offices': 3,
  'server/queue': 3,
  'server/reservations': 3,
  'server/identity': 3,
  'server/polls': 3,
  'server/favorites': 3,
  'server/video': 3,
  'server/figures': 3,
  'server/accounts': 3.5,
  'server/devices': 3.5,
  'server/whatsapp': 3.5,
  'server/staff': 3.7,
  'server/office-settings': 3.7,
  'server/realtime': 4,
  'server/notify': 4,
  'server/own-data': 4,
  'server/retention': 4,
  'server/other-clients': 4,
  'server/webhooks': 4.5,
  'server/http': 5,
  'server/demo': 5,
  commands: 7,
}

/** Of the files in which the server is put together: `server/app.ts`, `server/start-server.ts`. */
const COMPOSITION = 6

const floorOf = (room: string) =>
  FLOORS[room] ?? (/^server\/[^/]+\.ts$/.test(room) ? COMPOSITION : Number.POSITIVE_INFINITY)

/** The floors inside a large room, for the files in its inner rooms. */
const INNER_FLOORS: Record<string, Record<string, number>> = {
  'src/flows': {
    office: 0,
    push: 0,
    favorites: 0,
    polls: 0,
    tickets: 1,
    reservations: 2,
    session: 3,
    watch: 4,
  },
  // What several screens show; above it the screens themselves, none of which knows another.
  'src/screens': {
    shared: 0,
    policy: 1,
    held: 1,
    times: 1,
    introduction: 2,
    questions: 2,
    whatsapp: 3,
    account: 4,
    book: 4,
    browse: 4,
    favorites: 4,
    home: 4,
    identify: 4,
    meet: 4,
    'not-found': 4,
    office: 4,
    paper: 4,
    polls: 4,
    profile: 4,
    reservations: 4,
    search: 4,
    take: 4,
    tickets: 4,
    'waiting-room': 4,
  },
  'server/queue': { turn: 0, lines: 1, hold: 2, take: 3, desk: 3, call: 4, day: 4, routes: 5 },
}

/** The screens in which others stand whole, and why: no more than these, and all of these. */
const STANDS_IN: Record<string, string> = {
  'src/screens/browse/browse-screen.tsx imports src/screens/search/search-panel.tsx':
    'on a wide window the search keeps its place while offices come and go beside it',
  'src/screens/browse/browse-screen.tsx imports src/screens/office/office-view.tsx': 'the office beside it',
  'src/screens/tickets/tickets-screen.tsx imports src/screens/waiting-room/ticket-screen.tsx':
    'on a wide window the first number stands beside the list, with no address of its own',
  'src/screens/tickets/tickets-screen.tsx imports src/screens/reservations/reservation-screen.tsx':
    'or the first booked time',
  'src/screens/reservations/reservation-screen.tsx imports src/screens/waiting-room/ticket-screen.tsx':
    'a reservation that is called is what a called number is, at its own address',
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.(ts|tsx|css)$/.test(entry.name) ? [path] : []
  })
}

const roomOf = (path: string) => {
  const [top = '', second = ''] = path.split('/')
  return top === 'src' || top === 'server' ? `${top}/${second}` : top
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const names = text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*['"]([^'"]+)['"]/g)
  return [...names].flatMap(([, name = '']) => {
    if (name.startsWith('#')) return [name.slice(1)]
    return name.startsWith('.') ? [relative(root, join(root, dirname(file), name))] : []
  })
}

const files = ['contract', 'locales', 'src', 'sw', 'server', 'commands'].flatMap(sources)

describe('the house', () => {
  it('has a floor for every room', () => {
    const rooms = new Set(files.map(roomOf).filter(room => !/\.(ts|tsx)$/.test(room)))
    expect([...rooms].filter(room => !(room in FLOORS))).toEqual([])
  })

  it('lets a room import only rooms below it', () => {
    const faults = files.flatMap(file => {
      const room = roomOf(file)
      return importsOf(file)
        .filter(target => roomOf(target) !== room && !(floorOf(roomOf(target)) < floorOf(room)))
        .filter(() => room in FLOORS)
        .map(target => `${file} imports ${target}`)
    })
    expect(faults).toEqual([])
  })

  it('has floors inside its large rooms, too, and names what does not keep to them', () => {
    const faults = Object.entries(INNER_FLOORS).flatMap(([room, floors]) => {
      const innerOf = (path: string) => (roomOf(path) === room ? (path.split('/')[2] ?? '') : '')
      const inner = files.filter(file => roomOf(file) === room && file.split('/').length > 3)
      expect([...new Set(inner.map(innerOf))].sort()).toEqual(Object.keys(floors).sort())
      return inner.flatMap(file =>
        importsOf(file)
          .map(target => [target, floors[innerOf(target)]] as const)
          .filter(([target]) => innerOf(target) !== innerOf(file))
          .filter(([, floor]) => floor !== undefined && !(floor < floors[innerOf(file)]!))
          .map(([target]) => `${file} imports ${target}`),
      )
    })
    expect([...new Set(faults)].sort()).toEqual(Object.keys(STANDS_IN).sort())
  })

  it('crosses from room to room by name (#…), not by ../', () => {
    const inRooms = files.filter(file => roomOf(file) in FLOORS)
    const faults = inRooms.flatMap(file => {
      const text = readFileSync(join(root, file), 'utf8')
      return [...text.matchAll(/from\s*['"](\.[^'"]+)['"]/g)]
        .map(([, name = '']) => relative(root, join(root, dirname(file), name)))
        .filter(target => roomOf(target) !== roomOf(file))
        .map(target => `${file} → ${target}`)
    })
    expect(faults).toEqual([])
  })

  it('imports in each room what its README says, all of it and nothing else', () => {
    const faults = Object.keys(FLOORS).flatMap(room => {
      const said = namedIn(room)
      if (said === null) return [`${room} does not say what it imports`]
      const own = files.filter(file => roomOf(file) === room)
      const imported = [...new Set(own.flatMap(importsOf).map(roomOf))].filter(
        other => other !== room && other in FLOORS,
      )
      const isOf = (name: string, other: string) => name === other || name === dirname(other)
      return [
        ...imported
          .filter(other => !said.some(name => isOf(name, other)))
          .map(other => `${room} imports ${other}, and does not say so`),
        ...said
          .filter(name => !imported.some(other => isOf(name, other)))
          .map(name => `${room} says that it imports ${name}, and does not`),
      ]
    })
    expect(faults).toEqual([])
  })

  it('is what ARCHITECTURE.md draws: each room on its floor, the highest first', () => {
    const [, drawing = ''] = /```\n([^]*?)```/.exec(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')) ?? []
    const drawn = drawing.split('\n\n').flatMap(house => {
      const [top = ''] = house.split('/')
      const floors = [...house.matchAll(/^ +([\d.]+) +([\w/-]+(?: [\w/-]+)*)(?: {2}|$)/gm)]
      const heights = floors.map(([, floor]) => Number(floor))
      expect(heights, top).toEqual(heights.toSorted((one, other) => other - one))
      return floors.flatMap(([, floor, rooms = '']) =>
        rooms
          .split(' ')
          .map(room => `${room.endsWith('/') ? room.slice(0, -1) : `${top}/${room}`} on ${floor}`),
      )
    })
    expect(drawn.sort()).toEqual(
      Object.entries(FLOORS)
        .map(([room, floor]) => `${room} on ${floor}`)
        .sort(),
    )
  })
})

describe('the room of the sockets’ protocol', () => {
  it('is a package by itself, which needs what the house has', () => {
    const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
    const house = read('package.json')
    const room = read('server/phoenix/package.json')
    expect(house.dependencies).toMatchObject(room.dependencies)
    expect(room.version).toBe(house.version)
    const named = sources('server/phoenix')
      .filter(path => !path.includes('/examples/'))
      .flatMap(path => [...readFileSync(join(root, path), 'utf8').matchAll(/from '([^.'][^']*)'/g)])
      .map(([, name = '']) => name)
      .filter(name => !name.startsWith('node:'))
    expect([...new Set(named)]).toEqual(Object.keys(room.dependencies))
    for (const path of Object.values<string>(room.exports))
      expect(existsSync(join(root, 'server/phoenix', path)), path).toBe(true)
  })

  it('brings its licence, and tests that need nothing else of the house', () => {
    const read = (path: string) => readFileSync(join(root, path), 'utf8')
    expect(read('server/phoenix/LICENSE')).toBe(read('LICENSE'))
    const needed = (path: string) => {
      const { dependencies, devDependencies } = JSON.parse(read(path))
      return { ...dependencies, ...devDependencies }
    }
    const room = needed('server/phoenix/package.json')
    expect(needed('package.json')).toMatchObject(room)
    const named = sources('tests/phoenix')
      .flatMap(path => [...read(path).matchAll(/from '([^']+)'/g)])
      .map(([, name = '']) => name)
      .filter(name => !/^(\.\/|node:|#server\/phoenix\/)/.test(name))
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(room).toSorted())
  })
})

/**
 * The rooms that the README of a room says it imports, `src` for all of them; null where it says nothing of
 * it.
 */
function namedIn(room: string): string[] | null {
  const path = join(root, room, 'README.md')
  if (!existsSync(path)) return null
  const [, sentence = ''] =
    /(?:May import:|Imports|It imports)\s([^]*?)(?:\.\s|\.$|;|$)/.exec(readFileSync(path, 'utf8')) ?? []
  if (sentence === '') return null
  const [top = ''] = room.split('/')
  const names = [...sentence.matchAll(/`([\w/-]+?)\/?`/g)].map(([, name = '']) => name)
  return names.map(name => (name in FLOORS || name === top || name === 'server' ? name : `${top}/${name}`))
}
