/**
 * One that failed has a sheet in some browsers, whose rules nobody may read. One that is disabled only names
 * what stands in the page itself.
 */
function hasCome({ disabled, sheet }: HTMLLinkElement): boolean {
  if (disabled) return true
  try {
    return sheet !== null && sheet.cssRules.length >= 0
  } catch {
    return false
  }
}

function fetchAgain(missing: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = missing.cloneNode() as HTMLLinkElement
    link.onload = () => {
      // One that was only slow may have come meanwhile; twice the same styles do no harm.
      if (!hasCome(missing)) missing.remove()
      resolve()
    }
    link.onerror = () => {
      link.remove()
      reject(new Error(`${link.href} did not come`))
    }
    missing.after(link)
  })
}

/**
 * Asks once more for the styles that did not come: the build's own loader takes each for fetched once it was
 * asked for, and what comes at a second try would be drawn without them.
 * @throws where one does not come now either
 */
export async function fetchStylesAgain(page: Document): Promise<void> {
  const links = [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  await Promise.all(links.filter(link => !hasCome(link)).map(fetchAgain))
}
