/** A page of whichever browser. */
interface OpenPage {
  url(): string
  evaluate(read: () => string): Promise<string>
}

type ListPages = () => Promise<readonly OpenPage[]>

const SHOWN_CHARACTERS = 800
const SHOWN_FAULTS = 4
/** By their browsers, with what those complained of, the newest last. */
const open = new Map<ListPages, readonly string[]>()

/**
 * The pages of a browser that was opened for a test.
 * @param faults what it complains of, as it does
 * @returns forgets them
 */
export function rememberPages(list: ListPages, faults: readonly string[] = []): () => void {
  open.set(list, faults)
  return () => void open.delete(list)
}

async function read(page: OpenPage): Promise<string> {
  const text = await page.evaluate(() => document.body.innerText).catch(String)
  return `${page.url()}\n${text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, SHOWN_CHARACTERS)}`
}

/** What a person would read now, page by page: for whoever must find out why a test waited in vain. */
export async function whatStands(): Promise<string> {
  const pages = (await Promise.all([...open.keys()].map(list => list()))).flat()
  const faults = [...open.values()].flatMap(said => said.slice(-SHOWN_FAULTS))
  return [...(await Promise.all(pages.map(read))), ...faults].join('\n')
}
