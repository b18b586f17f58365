/** A page of whichever browser. */
interface OpenPage {
  url(): string
  evaluate(read: () => string): Promise<string>
}

type ListPages = () => Promise<readonly OpenPage[]>

const SHOWN_CHARACTERS = 800
const open = new Set<ListPages>()

/**
 * The pages of a browser that was opened for a test.
 * @returns forgets them
 */
export function rememberPages(list: ListPages): () => void {
  open.add(list)
  return () => void open.delete(list)
}

async function read(page: OpenPage): Promise<string> {
  const text = await page.evaluate(() => document.body.innerText).catch(String)
  return `${page.url()}\n${text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, SHOWN_CHARACTERS)}`
}

/** What a person would read now, page by page: for whoever must find out why a test waited in vain. */
export async function whatStands(): Promise<string> {
  const pages = (await Promise.all([...open].map(list => list()))).flat()
  return (await Promise.all(pages.map(read))).join('\n')
}
