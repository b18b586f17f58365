/** Some browsers read it only after the press has been handled. */
const READ_BY_MS = 10_000

/** Hands a file that was made here to whoever pressed, by its name: no network is needed. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_BY_MS)
}
