/** Cookies that scripts may see. */
export interface Cookies {
  read(name: string): string | null
  /** @param lifeMs how long it is kept */
  write(name: string, value: string, lifeMs: number): void
}

export function browserCookies(page: { cookie: string }): Cookies {
  return {
    read(name) {
      const start = `${name}=`
      const pair = page.cookie.split('; ').find(text => text.startsWith(start))
      return pair === undefined ? null : decodeURIComponent(pair.slice(start.length))
    },
    write(name, value, lifeMs) {
      page.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${Math.round(lifeMs / 1_000)}; Path=/; SameSite=Lax`
    },
  }
}
