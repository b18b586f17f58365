const NOBODY: ReadonlySet<never> = new Set()

/**
 * Who is in which group: the channels of a topic, the sockets of an identity. A group that empties is
 * forgotten.
 */
export class GroupIndex<Member> {
  readonly #groups = new Map<string, Set<Member>>()

  get size(): number {
    return this.#groups.size
  }

  add(group: string, member: Member): void {
    const members = this.#groups.get(group)
    if (members) members.add(member)
    else this.#groups.set(group, new Set([member]))
  }

  remove(group: string, member: Member): void {
    const members = this.#groups.get(group)
    if (members?.delete(member) && members.size === 0) this.#groups.delete(group)
  }

  /** The living set, not a copy: a member that leaves while one walks it is not visited. */
  of(group: string): ReadonlySet<Member> {
    return this.#groups.get(group) ?? NOBODY
  }
}
