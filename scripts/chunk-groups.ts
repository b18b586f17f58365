import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type Modules = Rolldown.ChunkingContext

const START = join(import.meta.dirname, '../src/app/main.tsx')
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@lingui|zustand|wouter)\/|rolldown.runtime/
/** Tiny, and needed by each view's own part, which would else wait for another file. */
const FOR_BOTH_VIEWS =
  /\/src\/(app\/shell\/(use-nav-items|late-active-bar)\.tsx?|(app|ui)\/shell\/[^/]+\.module\.css)$/
/** Where most people come from outside, and what they see of the other screens before they move on. */
const OFFICES =
  /\/src\/(screens\/(office|search|shared)|queries)\/|\/src\/(app|screens|ui|video)\/.*\.module\.css$/
const SHOWN =
  /\/src\/(screens|ui\/(?!calendar|video)|stores|queries|texts|domain|platform)\b|\/contract\/(?!rest|channel|primitives)|\/node_modules\/@tanstack\//
const SERVED = /\/src\/(api|socket|db|flows|handoff)\/|\/contract\/|\/node_modules\/(valibot|ky|phoenix)\//

/** All that a module brings, import by import; what comes later when it is asked for is not in it. */
function broughtBy(start: string, modules: Modules): Set<string> {
  const brought = new Set([start])
  for (const id of brought)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) brought.add(imported)
  return brought
}

/**
 * Few files, for each costs a slow network a journey: what is needed for the first paint; what the screens
 * share, and how all of them look; the calls, the socket and the database. A screen has its own file beside
 * these.
 */
export function chunkGroups(): Group[] {
  let first: Set<string> | undefined
  return [
    { name: 'framework', test: FRAMEWORK, priority: 4 },
    {
      debugName: 'first',
      name: (id, modules) => {
        first ??= broughtBy(START, modules)
        return (first.has(id) && id !== START) || FOR_BOTH_VIEWS.test(id) ? 'first' : null
      },
      priority: 3,
    },
    { name: 'offices', test: OFFICES, priority: 2 },
    { name: 'shared', test: SHOWN, minShareCount: 3, priority: 1 },
    { name: 'services', test: SERVED, minShareCount: 2 },
  ]
}
