/**
 * Finds who answers for a topic: `web:*` is every topic that begins with `web:`, anything without a star is
 * itself.
 */
export function matchTopics<Handler>(handlers: Readonly<Record<string, Handler>>) {
  const patterns = Object.entries(handlers).map(([pattern, handler]) => {
    const star = pattern.indexOf('*')
    if (star !== -1 && star !== pattern.length - 1)
      throw new Error(`${pattern}: a star may only end a pattern`)
    const prefix = star === -1 ? null : pattern.slice(0, star)
    return { pattern, prefix, handler }
  })
  /** The first pattern that fits, in the order given. */
  return (topic: string): Handler | undefined =>
    patterns.find(({ pattern, prefix }) => (prefix === null ? topic === pattern : topic.startsWith(prefix)))
      ?.handler
}
