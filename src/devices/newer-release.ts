/** The script of an entry, as the page names it: its name follows from its content. */
const ENTRY = /src="(\/assets\/[\w-]+\.js)"/

/**
 * Whether the server gives another version of this page than the one that runs. What cannot be asked, or
 * names no script (a portal that answers for the server), is no news.
 * @param own where the script that runs came from
 */
export async function isReplaced(
  own: string,
  fetchPage: () => Promise<{ ok: boolean; text(): Promise<string> }>,
): Promise<boolean> {
  try {
    const answer = await fetchPage()
    const served = answer.ok ? ENTRY.exec(await answer.text())?.[1] : undefined
    return served !== undefined && new URL(own).pathname !== served
  } catch {
    return false
  }
}
