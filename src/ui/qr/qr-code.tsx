import { useMemo } from 'react'
import { qrPath } from './qr-path.ts'

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
  const { side, path } = useMemo(() => qrPath(text), [text])
  return (
    <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} className={className}>
      <rect width={side} height={side} fill="white" />
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  )
}
