import type { App } from '#server/web/app.ts'

/** `/offices/:id` → every path of that form. */
function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map(part => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/\W/g, '\\$&')))
    .join('/')
  return new RegExp(`^${source}/?$`)
}

/**
 * Remembers every route of the API, to tell an address that does not exist (404) from one that does not know
 * the method (405, with Allow). Fastify answers 404 to both.
 * @returns the methods that a path knows; empty where it does not exist
 */
export function rememberMethods(app: App): (path: string) => string[] {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const name of [method].flat()) route.methods.add(name)
    routes.set(url, route)
  })
  return path => {
    const methods = [...routes.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap(route => [...route.methods])
    return [...new Set(methods)].sort()
  }
}
