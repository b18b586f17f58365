/**
 * An address, read; null where the text is none. `URL.parse` and `URL.canParse` say the same, and are not in
 * every browser in which we run (docs/decisions "Both ends").
 *
 * @param base where a relative one begins
 */
export function urlOf(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
