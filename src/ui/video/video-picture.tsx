import { useEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import styles from './video-picture.module.css'

export interface VideoPictureProps {
  stream: MediaStream
  label: string
  /** Without sound: what oneself says is not heard again. */
  muted?: boolean
  /** As in a mirror, which is how people know their own face. */
  mirrored?: boolean
  /** cover fills its place; contain shows all of the picture. */
  fit?: 'cover' | 'contain'
  className?: string
}

/** Live pictures, and their sound. */
export function VideoPicture({
  stream,
  label,
  muted = false,
  mirrored = false,
  fit = 'cover',
  className,
}: VideoPictureProps) {
  const ref = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const video = ref.current
    if (!video) return
    video.srcObject = stream
    // Where the browser wants a press first, `autoplay` goes on by itself after it.
    void video.play().catch(() => {})
    return () => {
      video.srcObject = null
    }
  }, [stream])
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody writes captions for a live voice
    <video
      ref={ref}
      className={classNames(styles.picture, styles[fit], mirrored && styles.mirrored, className)}
      aria-label={label}
      muted={muted}
      autoPlay
      playsInline
      disablePictureInPicture
    />
  )
}
