/**
 * Browsers translate a page for whoever reads none of its languages: they put a node of their own in the
 * place of each text, and React goes on with the texts that it made. A number that changes would then stay
 * what it was, and the first text that goes would take the whole screen with it
 * ({@link https://github.com/facebook/react/issues/11538}). So what the page does to a text that is not there
 * any more is done to what stands in its place; and where the text itself changes it comes back as it is now,
 * and is translated anew.
 * @param early what changed in the page before this was there, in its order
 */
export function bearTranslators(
  page: Window & typeof globalThis,
  early: readonly MutationRecord[] = [],
): void {
  const { prototype } = page.Node
  const { insertBefore, appendChild, removeChild } = prototype
  /** What stands in the place of a text, and the text of which it does. */
  const standIns = new WeakMap<Node, ChildNode>()
  const texts = new WeakMap<Node, Text>()

  const changes = new page.MutationObserver(list => {
    for (const { target } of list) comeBack(target)
  })
  const replacements = new page.MutationObserver(note)
  note(early)
  // Of those nobody heard whether they changed.
  for (const { removedNodes } of early) for (const gone of removedNodes) comeBack(gone)
  replacements.observe(page.document, { childList: true, subtree: true })

  function note(list: readonly MutationRecord[]): void {
    for (const { removedNodes, addedNodes } of list) {
      const [gone] = removedNodes
      const [come] = addedNodes
      // Where a text takes its place the page has written another one there itself, as into its title.
      if (!gone || !(come instanceof page.Element)) continue
      // A translator may put another node of its own in the place of its first.
      const text = gone instanceof page.Text ? gone : texts.get(gone)
      if (!text) continue
      standIns.set(text, come)
      texts.set(come, text)
      changes.observe(text, { characterData: true })
    }
  }

  /** The text of now, in the place of the translation of what it was. */
  function comeBack(text: Node): void {
    const there = standIns.get(text)
    standIns.delete(text)
    if (there?.isConnected) there.replaceWith(text)
  }

  /** @returns the child of that parent in whose place, or around which, the page believes its node to be */
  function childFor(parent: Node, node: Node): Node | null {
    note(replacements.takeRecords())
    let at: Node | null = standIns.get(node) ?? node
    while (at && at.parentNode !== parent) at = at.parentNode
    return at
  }

  /** What the page puts somewhere is in one place alone. */
  function forgetPlaceOf(node: Node): void {
    // Nearly all that a page puts anywhere are elements.
    if (node.nodeType !== page.Node.TEXT_NODE) return
    standIns.get(node)?.remove()
    standIns.delete(node)
  }

  prototype.removeChild = function removed<Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child
    const there = childFor(this, child)
    if (there) removeChild.call(this, there)
    // Translated before this was heard of: it is gone already.
    else if (!(child instanceof page.Text)) removeChild.call(this, child)
    standIns.delete(child)
    return child
  }
  prototype.insertBefore = function inserted<Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    forgetPlaceOf(child)
    if (!next || next.parentNode === this) return insertBefore.call(this, child, next) as Child
    const there = childFor(this, next)
    return insertBefore.call(this, child, there ?? (next instanceof page.Text ? null : next)) as Child
  }
  prototype.appendChild = function appended<Child extends Node>(this: Node, child: Child): Child {
    forgetPlaceOf(child)
    return appendChild.call(this, child) as Child
  }
}
