/** Where a command reads its settings and what it says. */
export interface Surroundings {
  environment: Readonly<Record<string, string | undefined>>
  out(text: string): void
  err(text: string): void
}

/** With what a command ends. */
export const EXIT = { done: 0, refused: 1, misused: 2 } as const

export const terminal: Surroundings = {
  environment: process.env,
  out: text => void process.stdout.write(text),
  err: text => void process.stderr.write(text),
}
