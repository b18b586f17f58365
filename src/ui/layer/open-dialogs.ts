import { useSyncExternalStore } from 'react'

let standing: readonly HTMLDialogElement[] = []
const hearers = new Set<() => void>()

function become(dialogs: readonly HTMLDialogElement[]): void {
  standing = dialogs
  for (const hear of hearers) hear()
}

/** From now on a modal dialog lies over the page. @returns what says that it does so no more */
export function lieOver(dialog: HTMLDialogElement): () => void {
  become([...standing, dialog])
  return () => become(standing.filter(other => other !== dialog))
}

/** As if Escape were pressed until it closes nothing more: what leads elsewhere leaves none over it. */
export function closeDialogs(): void {
  for (const dialog of standing.toReversed()) dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
}

const subscribe = (hear: () => void) => {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}

/** The modal dialogs that are open, the uppermost last. */
export const useOpenDialogs = (): readonly HTMLDialogElement[] =>
  useSyncExternalStore(subscribe, () => standing)
