/** `system`: as the phone says. */
export type Theme = 'system' | 'light' | 'dark'

export const isTheme = (text: string | null): text is Theme =>
  text === 'system' || text === 'light' || text === 'dark'
