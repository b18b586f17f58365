type Child = Node | string | null | false

/** An element with its class and what stands in it. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  made.append(...children.filter(child => child !== null && child !== false))
  return made
}

/** Draws a part anew where what it says has changed, and leaves it alone where it has not. */
export function redraw(part: HTMLElement, says: unknown, draw: () => Child[]): void {
  const key = JSON.stringify(says)
  if (part.dataset.says === key) return
  part.dataset.says = key
  part.replaceChildren(...draw().filter(child => child !== null && child !== false))
}
