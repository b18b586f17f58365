/** One line of /metrics: its name with its labels as they stand there, and its value. */
export type Figures = ReadonlyMap<string, number>

/** What a server's /metrics says, by series: `numerito_joins_total{channel="office",outcome="ok"}`. */
export async function readFigures(origin: string): Promise<Figures> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map(line => {
      const at = line.lastIndexOf(' ')
      return [line.slice(0, at), line.slice(at + 1) === 'Nan' ? Number.NaN : Number(line.slice(at + 1))]
    }),
  )
}
