/** What the page's own script leaves for the application, on the browser's container. */
interface EarlyMessagesHolder {
  early?: MessageEvent[]
}

/**
 * The worker may say where a notice leads before the application has come, and once a page is read browsers
 * keep that for nobody: kept for it until then (PUSH-03).
 */
export function keepEarlyMessages(): void {
  const container: (ServiceWorkerContainer & EarlyMessagesHolder) | undefined = navigator.serviceWorker
  if (container) container.onmessage = message => (container.early ??= []).push(message)
}

/** What came before the application, which listens by itself from now on. */
export function takeEarlyMessages(container: ServiceWorkerContainer & EarlyMessagesHolder): MessageEvent[] {
  container.onmessage = null
  return container.early ?? []
}
