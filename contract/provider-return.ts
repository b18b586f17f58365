/** What the provider's window calls out on our own origin when it is back; it says nothing but this. */
export const RETURNED_CHANNEL = 'numerito-provider-returned'
export const RETURNED = 'done'
/** Where a window that left comes back to; the attempt's id is in the fragment, which no server is sent. */
export const RETURN_SCREEN = '/sign-in/return'
