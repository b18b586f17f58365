import { type ComponentProps, createContext, createElement, type ElementType, use } from 'react'

/**
 * The component that follows an address inside the application, given by it once: `<LinkProvider
 * value={RouterLink}>`. It receives an anchor's props. Without one, links are plain anchors and the design
 * system needs no router.
 */
const InsideLink = createContext<ElementType>('a')
export const LinkProvider = InsideLink

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string }

/** An anchor that stays in the application for its own addresses, and leaves it safely for all others. */
export function Link({ href, target, rel, children, ...rest }: LinkProps) {
  const inside = use(InsideLink)
  const leaves = !href.startsWith('/') || target === '_blank' || rest.download !== undefined
  if (!leaves) return createElement(inside, { href, ...rest }, children)
  // The other page must not be able to steer this one, nor learn which office was being looked at.
  const safeRel = rel ?? (target === '_blank' ? 'noopener noreferrer' : undefined)
  return (
    <a href={href} target={target} rel={safeRel} {...rest}>
      {children}
    </a>
  )
}
