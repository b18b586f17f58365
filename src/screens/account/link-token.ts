/** What an e-mail's link brings: behind the #, which no server is told. Null where there is none. */
export const linkToken = (hash: string): string | null =>
  /^#(?:token=)?([A-Za-z0-9_-]{43})$/.exec(hash)?.[1] ?? null
