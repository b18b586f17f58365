/** What the browser kept as JSON; null where it kept nothing, or what cannot be read any more. */
export function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
