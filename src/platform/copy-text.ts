/**
 * Puts a text on the clipboard. In a page that came over plain http, as in an office's own network, the
 * browser has no clipboard to write to, but copies what is selected. To be called from a press.
 * @returns false where the browser lets nobody copy: then it is for the person to select and copy
 */
export async function copyText(text: string): Promise<boolean> {
  // Not there over plain http, whatever the browser's types say.
  const clipboard = navigator.clipboard as Clipboard | undefined
  try {
    if (clipboard) {
      await clipboard.writeText(text)
      return true
    }
  } catch {
    // Refused by whoever embeds the page, or because it lost the focus: what is selected may still be copied.
  }
  return copySelected(text)
}

function copySelected(text: string): boolean {
  const focused = document.activeElement
  const area = Object.assign(document.createElement('textarea'), { value: text, readOnly: true })
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Outside of a dialog that is open nothing can be selected.
  const place = focused?.closest('dialog') ?? document.body
  place.append(area)
  area.select()
  try {
    // Deprecated, and the only way without a secure context.
    return document.execCommand('copy')
  } finally {
    area.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
