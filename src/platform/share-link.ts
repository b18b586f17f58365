import { copyText } from './copy-text.ts'

/**
 * What became of handing a link on: by the phone's own sheet, onto the clipboard, given up by the person, or
 * not at all.
 */
export type Shared = 'shared' | 'copied' | 'cancelled' | 'failed'

/**
 * Hands a link on the way this browser can: its sheet of ways to share, or else the clipboard. To be called
 * from a press.
 */
export async function shareLink(link: { title: string; url: string }): Promise<Shared> {
  try {
    if (navigator.share) {
      await navigator.share(link)
      return 'shared'
    }
    return (await copyText(link.url)) ? 'copied' : 'failed'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'cancelled' : 'failed'
  }
}
