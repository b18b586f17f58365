/** SHA-256, hexadecimal. */
export async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** By which a push subscription is spoken of without handing its address round: SHA-256, hexadecimal. */
export const endpointHash = (endpoint: string): Promise<string> => hashOf(new URL(endpoint).href)
