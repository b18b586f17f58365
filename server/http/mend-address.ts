import { isServersOwn } from './plain-path.ts'

function means(path: string): boolean {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}

/**
 * The address of a page that was cut in the middle of a sign, as messengers cut links, in a way that means
 * something: each `%` of its path for itself. Whoever comes by it is told so by the application, and not by
 * an answer for machines. What the server answers itself stays as it was asked.
 */
export function mendAddress(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (means(path) || isServersOwn(path)) return url
  return path.replaceAll('%', '%25') + url.slice(path.length)
}
