import { withDeadline } from '#src/platform/deadline.ts'
import { browserTimers } from '#src/platform/timers.ts'
import { readableOn } from '#src/ui/readable-on.ts'

/** What stands on the picture, already in words. */
export interface ReceiptWords {
  office: string
  line: string
  /** #rrggbb */
  brand: string
  /** What is set large: the number, or the hour. */
  number: string
  /** Under it: how it stands, or the day. */
  state: string
  /** Under the perforation, at most three: when it was taken, the module; the code, the place. */
  facts: string[]
}

/** Logical pixels; the picture has twice as many, so that it is sharp on a phone. */
const WIDTH = 360
const SCALE = 2
const MARGIN = 16
const LEFT = MARGIN + 20
const ROOM = WIDTH - 2 * LEFT
const NOTCH = 11
/** Smaller than this nothing is set but goes on in the next line: it is read on a phone, at a counter. */
const LEAST = 14
const PAPER = '#f5f1ea'
const SHEET = '#fffdf9'
const INK = '#1d1629'
const SOFT = '#5a5168'
const RULE = '#ddd4c5'
const TEXT = 'system-ui, sans-serif'
const NUMERALS = '"Archivo Numerals", "Archivo Numerals Fallback", system-ui, sans-serif'

/** How long the picture waits for the numerals' own face, which a network that hangs may never bring. */
const FACE_PATIENCE_MS = 2_000

/** What the picture says in one place, in as many lines as it takes. */
interface Block {
  lines: string[]
  font: string
  /** From one line to the next. */
  step: number
}

/** By words; one that is wider than the card, by letters. */
function linesOf(context: CanvasRenderingContext2D, text: string): string[] {
  const isTooWide = (part: string) => context.measureText(part.trimEnd()).width > ROOM
  const parts = (text.match(/\S+\s*/g) ?? []).flatMap(word => (isTooWide(word) ? Array.from(word) : [word]))
  const lines = ['']
  for (const part of parts) {
    const line = `${lines.at(-1)}${part}`
    if (line !== part && isTooWide(line)) lines.push(part)
    else lines[lines.length - 1] = line
  }
  return lines.map(line => line.trimEnd())
}

/** At the largest size at which it stands in one line; where not even the least does, in several of that. */
function blockOf(
  context: CanvasRenderingContext2D,
  text: string,
  size: number,
  font: (size: number) => string,
): Block {
  let fitting = size
  do context.font = font(fitting)
  while (context.measureText(text).width > ROOM && fitting-- > LEAST)
  return { lines: linesOf(context, text), font: context.font, step: 22 }
}

/** How far down it all stands: a long name or address moves what is below it. */
function layOut(context: CanvasRenderingContext2D, words: ReceiptWords) {
  const text = (weight: number) => (size: number) => `${weight} ${size}px ${TEXT}`
  const further = ({ lines, step }: Block) => (lines.length - 1) * step
  const office = blockOf(context, words.office, 18, text(700))
  const line = blockOf(context, words.line, 15, text(400))
  const number = blockOf(context, words.number, 104, size => `800 ${size}px ${NUMERALS}`)
  const state = blockOf(context, words.state, 20, text(700))
  const facts = words.facts.map(fact => blockOf(context, fact, 15, text(400)))
  const head = 84 + further(office) + further(line)
  const perforation = MARGIN + head + 190 + further(state)
  const below = facts.reduce((sum, fact) => sum + 24 + further(fact), 0)
  return {
    office,
    line,
    number,
    state,
    facts,
    head,
    perforation,
    height: Math.max(400, perforation + 38 + below),
  }
}
type Layout = ReturnType<typeof layOut>

function drawCard(
  context: CanvasRenderingContext2D,
  brand: string,
  { head, perforation, height }: Pick<Layout, 'head' | 'perforation' | 'height'>,
): void {
  const [x, y, width] = [MARGIN, MARGIN, WIDTH - 2 * MARGIN]
  context.fillStyle = PAPER
  context.fillRect(0, 0, WIDTH, height)
  context.save()
  context.beginPath()
  context.roundRect(x, y, width, height - 2 * MARGIN, 24)
  context.clip()
  context.fillStyle = SHEET
  context.fillRect(x, y, width, height - 2 * MARGIN)
  context.fillStyle = brand
  context.fillRect(x, y, width, head)
  context.restore()
  // The notches: the paper shows through.
  context.fillStyle = PAPER
  for (const edge of [x, x + width]) {
    context.beginPath()
    context.arc(edge, perforation, NOTCH, 0, 2 * Math.PI)
    context.fill()
  }
  context.strokeStyle = RULE
  context.lineWidth = 2
  context.setLineDash([6, 5])
  context.beginPath()
  context.moveTo(x + 20, perforation)
  context.lineTo(x + width - 20, perforation)
  context.stroke()
}

function drawWords(context: CanvasRenderingContext2D, brand: string, laidOut: Layout): void {
  const { office, line, number, state, facts, head, perforation } = laidOut
  /** @returns where the next block's first line stands, as far below its last one as it should */
  const draw = ({ lines, font, step }: Block, x: number, y: number, gap: number) => {
    context.font = font
    lines.forEach((words, at) => context.fillText(words, x, y + at * step))
    return y + (lines.length - 1) * step + gap
  }
  context.textBaseline = 'alphabetic'
  context.fillStyle = readableOn(brand)
  draw(line, LEFT, draw(office, LEFT, MARGIN + 38, 24), 0)

  context.fillStyle = INK
  context.textAlign = 'center'
  draw(state, WIDTH / 2, draw(number, WIDTH / 2, MARGIN + head + 112, 46), 0)

  context.textAlign = 'left'
  context.fillStyle = SOFT
  let below = perforation + 32
  for (const fact of facts) below = draw(fact, LEFT, below, 24)
}

/**
 * The card as a picture, drawn on this device with no network.
 * @throws where the browser makes no pictures
 */
export async function drawReceipt(words: ReceiptWords): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws on no canvas')
  // Not there (no network, never seen): the fallback face is as wide.
  const face = document.fonts.load(`800 100px ${NUMERALS}`, words.number)
  await withDeadline(face, FACE_PATIENCE_MS, browserTimers).catch(() => [])
  const laidOut = layOut(context, words)
  canvas.width = WIDTH * SCALE
  canvas.height = laidOut.height * SCALE
  context.scale(SCALE, SCALE)
  drawCard(context, words.brand, laidOut)
  drawWords(context, words.brand, laidOut)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))),
      'image/png',
    )
  })
}
