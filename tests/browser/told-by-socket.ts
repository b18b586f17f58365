import type { Page } from 'playwright-core'

/**
 * Until a WebSocket of the page brings something, whichever it is: a page that is loaded anew opens another
 * one, and so does one that lost its own. To be begun before it can come, and awaited after.
 */
export const toldBySocket = (page: Page, what: string): Promise<void> =>
  new Promise(resolve => {
    page.on('websocket', socket =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes(what)) resolve()
      }),
    )
  })
