/**
 * A regular expression as far as its cost goes: what it captures, and whether it is greedy, changes no bound.
 */
export type PatternNode =
  /** Takes one character; `source` is a regular expression of its own. */
  | { kind: 'atom'; source: string }
  /** Takes none: an anchor, a word boundary, nothing at all. */
  | { kind: 'empty' }
  | { kind: 'sequence'; nodes: PatternNode[] }
  | { kind: 'choice'; nodes: PatternNode[] }
  /** `max` is Infinity where there is none. */
  | { kind: 'repeat'; node: PatternNode; min: number; max: number }

/** Something whose cost cannot be bounded from the pattern alone, or that forms have no need of. */
export class UnjudgedPattern extends Error {}

const escape =
  /\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[^])/y
const characterClass = /\[(?:\\[^]|[^\]\\])*\]/y
const quantifier = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/y
const groupStart = /\((?:\?(?::|<(?![=!])[^>]*>))?/y

/**
 * Parses a pattern of which `new RegExp(pattern, 'u')` approves; on others it may go astray.
 * @throws UnjudgedPattern for look-around, back references and groups with flags of their own
 */
export function parsePattern(pattern: string): PatternNode {
  let at = 0

  function take(shape: RegExp): RegExpExecArray | null {
    shape.lastIndex = at
    const found = shape.exec(pattern)
    if (found) at = shape.lastIndex
    return found
  }

  function choice(): PatternNode {
    const nodes = [sequence()]
    while (pattern[at] === '|') {
      at++
      nodes.push(sequence())
    }
    return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'choice', nodes }
  }

  function sequence(): PatternNode {
    const nodes: PatternNode[] = []
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') nodes.push(repeated(term()))
    return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'sequence', nodes }
  }

  function repeated(node: PatternNode): PatternNode {
    const found = take(quantifier)
    if (!found) return node
    const [sign = '', least, hasComma, most] = found
    if (least !== undefined) {
      const min = Number(least)
      const max = hasComma === undefined ? min : most === '' ? Number.POSITIVE_INFINITY : Number(most)
      return { kind: 'repeat', node, min, max }
    }
    const max = sign.startsWith('?') ? 1 : Number.POSITIVE_INFINITY
    return { kind: 'repeat', node, min: sign.startsWith('+') ? 1 : 0, max }
  }

  function term(): PatternNode {
    switch (pattern[at]) {
      case '^':
      case '$':
        at++
        return { kind: 'empty' }
      case '(':
        return group()
      case '[':
        return { kind: 'atom', source: take(characterClass)?.[0] ?? '' }
      case '\\':
        return escaped()
      default: {
        const source = String.fromCodePoint(pattern.codePointAt(at) ?? 0)
        at += source.length
        return { kind: 'atom', source }
      }
    }
  }

  function group(): PatternNode {
    const start = take(groupStart)?.[0]
    if (start === '(' && pattern[at] === '?') {
      const isLook = /\?<?[=!]/y
      isLook.lastIndex = at
      throw new UnjudgedPattern(
        isLook.test(pattern)
          ? 'looking ahead or behind, (?=…) and the like, is not allowed'
          : 'flags inside the pattern, (?i:…) and the like, are not allowed',
      )
    }
    const inner = choice()
    at++
    return inner
  }

  function escaped(): PatternNode {
    const source = take(escape)?.[0] ?? ''
    if (/^\\[1-9k]/.test(source)) throw new UnjudgedPattern(`the back reference ${source} is not allowed`)
    return source === '\\b' || source === '\\B' ? { kind: 'empty' } : { kind: 'atom', source }
  }

  return choice()
}
