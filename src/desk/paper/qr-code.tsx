import { generate } from 'lean-qr'
import { useMemo } from 'react'

/** Light around it, without which a camera finds no code. In modules, as the standard asks for. */
const QUIET = 4

/** An address as a camera reads it: dark on light, whatever the scheme of the page. */
export function QrCode({
  text,
  label,
  className,
}: {
  text: string
  label: string
  className?: string | undefined
}) {
  const { size, path } = useMemo(() => drawn(text), [text])
  const side = size + 2 * QUIET
  return (
    <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} className={className}>
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

/** The dark modules of each row, run by run. */
function drawn(text: string): { size: number; path: string } {
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
  return { size, path }
}
