/**
 * The path that an address means, without its query: `/%61pi//x` is read as `/api/x`. As it stands where it
 * means nothing.
 */
export function plainPath(url: string): string {
  const [path = '/'] = url.split('?')
  try {
    return decodeURIComponent(path).replace(/\/{2,}/g, '/')
  } catch {
    return path
  }
}
