import { generate } from 'lean-qr'

/** Light around it, without which a camera finds no code. In modules, as the standard asks for. */
const QUIET = 4

/** The dark modules of a QR code, run by run, as the path of a square picture with light around it. */
export function qrPath(text: string): { side: number; path: string } {
  const code = generate(text)
  const { size } = code
  let path = ''
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!code.get(x, y)) continue
      let end = x
      while (code.get(end + 1, y)) end += 1
      const run = end - x + 1
      path += `M${x + QUIET} ${y + QUIET}h${run}v1h-${run}z`
      x = end
    }
  }
  return { side: size + 2 * QUIET, path }
}
