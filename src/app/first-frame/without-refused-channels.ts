/**
 * Firefox that keeps nothing lets no page have a channel to the others, and says so only where one is made:
 * Dexie makes one as it is read, and would take down whatever reads it. Here the page is one of a browser
 * that knows no channels.
 */
export function withoutRefusedChannels(page: { BroadcastChannel?: typeof BroadcastChannel }): void {
  try {
    if (page.BroadcastChannel) new page.BroadcastChannel('numerito-asks').close()
  } catch {
    delete page.BroadcastChannel
  }
}
