import { link, open, rename, rm } from 'node:fs/promises'

/** What a disk says that gives no file a second name: FAT and exFAT, and some shares of the network. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/**
 * Gives a file that is whole its own name; what has that name already stays. Where the disk knows no hard
 * links, there is an empty file of that name for a moment.
 * @param asLink the disk's own; a test has one of a disk that knows no hard links
 * @throws EEXIST where there is a file of that name by now: unlike a rename, neither way replaces it
 */
export async function putInPlace(draft: string, file: string, asLink = link): Promise<void> {
  try {
    await asLink(draft, file)
  } catch (error) {
    if (!NO_LINKS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    // Ours, to keep everybody else from the name until the draft takes it.
    await (await open(file, 'wx')).close()
    try {
      await rename(draft, file)
    } catch (cause) {
      await rm(file)
      throw cause
    }
  }
}
