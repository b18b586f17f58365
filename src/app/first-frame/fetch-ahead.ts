import type { Language } from '#contract/primitives.ts'
import type { View } from './frame-id.ts'
import { modulesOf } from './screen-modules.ts'

/**
 * Of each module the files that it comes with, as the build named them: `{ files: [name below /assets/],
 * modules: { [path]: [index into files] } }`.
 */
export interface BuiltFiles {
  files: readonly string[]
  modules: Readonly<Record<string, readonly number[]>>
}

function linkTo(file: string): HTMLLinkElement {
  const link = document.createElement('link')
  if (file.endsWith('.css')) {
    link.rel = 'preload'
    link.as = 'style'
  } else link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = `/assets/${file}`
  return link
}

/**
 * Has the browser fetch what the screen at this address needs while the application is on its way, instead of
 * when that asks for it: each of those waves would be a journey more.
 */
export function fetchAhead(built: BuiltFiles, path: string, language: Language, view: View): void {
  const wanted = modulesOf(path, language, view).flatMap(module => built.modules[module] ?? [])
  document.head.append(...[...new Set(wanted)].map(index => linkTo(built.files[index] ?? '')))
}
