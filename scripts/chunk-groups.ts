import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type Modules = Rolldown.ChunkingContext

const src = (file: string) => join(import.meta.dirname, '../src', file)
const START = src('app/main.tsx')
const DESK = src('desk/main.tsx')
const DESK_AT_WORK = src('desk/at-work.tsx')
const FRAMEWORK = /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@lingui|zustand|wouter)\//
/** Tiny, and needed by each view's own part, which would else wait for another file. */
const FOR_BOTH_VIEWS =
  /\/src\/(app\/shell\/(use-nav-items|late-active-bar)\.tsx?|(app|ui)\/shell\/[^/]+\.module\.css)$/
/** Where most people come from outside. */
const OFFICES = ['screens/browse/browse-screen.tsx', 'screens/home/home-lists.tsx'].map(src)
/** How all screens look; and what the desk shows as well: a file of its own would be one journey more. */
const WITH_OFFICES = /\/src\/((app|screens|ui|video)\/.*\.module\.css$|forms\/)/
const SHOWN =
  /\/src\/(screens|ui\/(?!calendar|video)|stores|queries|texts|domain|platform)\b|\/contract\/(?!rest|channel|primitives)|\/node_modules\/@tanstack\//
const SERVED = /\/src\/(api|socket|db|flows|handoff)\/|\/contract\/|\/node_modules\/(valibot|ky|phoenix)\//

/** All that modules bring, import by import; what comes later when it is asked for is not in it. */
function broughtBy(starts: readonly string[], modules: Modules): Set<string> {
  const brought = new Set(starts)
  for (const id of brought)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) brought.add(imported)
  return brought
}

/**
 * Few files, for each costs a slow network a journey: what is needed for the first paint; what shows offices,
 * and how all screens look; what the others share; the calls and the socket. A screen has its own file beside
 * these.
 */
export function chunkGroups(): Group[] {
  let first: Set<string> | undefined
  let offices: Set<string> | undefined
  return [
    { name: 'framework', test: FRAMEWORK, priority: 4 },
    {
      debugName: 'first',
      name: (id, modules) => {
        first ??= broughtBy([START], modules)
        return (first.has(id) && id !== START) || FOR_BOTH_VIEWS.test(id) ? 'first' : null
      },
      priority: 3,
    },
    {
      debugName: 'offices',
      name: (id, modules) => {
        offices ??= broughtBy(OFFICES, modules)
        return (offices.has(id) && !OFFICES.includes(id)) || WITH_OFFICES.test(id) ? 'offices' : null
      },
      priority: 2,
    },
    { name: 'shared', test: SHOWN, minShareCount: 3, priority: 1 },
    { name: 'services', test: SERVED, minShareCount: 2 },
  ]
}

/**
 * Of the desk: what its door needs; what a clerk works with, which is fetched behind it. A page of the
 * supervisor's has its own file beside these.
 */
export function deskChunkGroups(): Group[] {
  let door: Set<string> | undefined
  let work: Set<string> | undefined
  return [
    { name: 'framework', test: FRAMEWORK, priority: 3 },
    {
      debugName: 'door',
      name: (id, modules) => {
        door ??= broughtBy([DESK], modules)
        return door.has(id) && id !== DESK ? 'door' : null
      },
      priority: 2,
    },
    {
      debugName: 'work',
      name: (id, modules) => {
        work ??= broughtBy([DESK_AT_WORK], modules)
        return work.has(id) && id !== DESK_AT_WORK ? 'work' : null
      },
      priority: 1,
    },
  ]
}
