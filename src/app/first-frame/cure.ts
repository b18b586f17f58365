/** A new version that has not come by then comes with the next press. */
const TAKE_OVER_MS = 30_000
/** What a page says to a waiting worker (sw/page-messages.ts). Frozen. */
const SKIP_WAITING = { type: 'SKIP_WAITING' }

/** Resolves when the new worker rules; rejects, with nothing to say, where it does not come. */
function letRule(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker.state === 'installed') worker.postMessage(SKIP_WAITING)
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject()
    }
    worker.addEventListener('statechange', look)
    setTimeout(reject, TAKE_OVER_MS)
    look()
  })
}

/** @returns whether a newer version rules now */
async function letInNewer(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration()
  // Fails without a network: what is kept here is then all that there is.
  await registration?.update()
  const newer = registration?.installing ?? registration?.waiting
  if (newer) await letRule(newer)
  return Boolean(newer)
}

/**
 * The application did not start. Its worker waits for the consent of a page, which one that does not start
 * can never give; so a newer version is let in from here, and the page loaded anew. It cannot go round: after
 * that there is no newer one. The worker stays registered, for with it would go the subscription to notices,
 * and nothing that was kept is thrown away, for there may be no network to fetch it again (HAND-03).
 * @param say tells the person, where there is no newer version
 */
export async function cure(say: () => void): Promise<void> {
  try {
    if (await letInNewer()) location.reload()
    else say()
  } catch {
    say()
  }
}
