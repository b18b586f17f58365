import type { App } from '#server/web/app.ts'

const LINE = /^(?<indent>(?:│ {3}| {4})*)[├└]── (?<part>\S*) \((?<methods>[^)]*)\)$/

/**
 * Every route that a server answers, as `METHOD /path/:parameter`, from its own table. HEAD is GET's and left
 * out.
 */
export function routesOf(app: App): string[] {
  const routes: string[] = []
  const parents: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    if (line.trim() === '') continue
    const { indent = '', part = '', methods = '' } = LINE.exec(line)?.groups ?? {}
    if (methods === '') throw new Error(`the table of routes has a line that says nothing: ${line}`)
    const depth = indent.length / 4
    parents.length = depth
    parents.push((parents[depth - 1] ?? '') + part)
    for (const method of methods.split(', ')) {
      if (method !== 'HEAD') routes.push(`${method} ${parents[depth]}`)
    }
  }
  return routes
}
