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
const HEIGHT = 400
const SCALE = 2
const MARGIN = 16
const CARD = { x: MARGIN, y: MARGIN, width: WIDTH - 2 * MARGIN, height: HEIGHT - 2 * MARGIN }
const HEAD = 84
const NOTCH = 11
const PERFORATION_Y = 290
const PAPER = '#f5f1ea'
const SHEET = '#fffdf9'
const INK = '#1d1629'
const SOFT = '#5a5168'
const RULE = '#ddd4c5'
const TEXT = 'system-ui, sans-serif'
const NUMERALS = '"Archivo Numerals", "Archivo Numerals Fallback", system-ui, sans-serif'

/** How long the picture waits for the numerals' own face, which a network that hangs may never bring. */
const FACE_PATIENCE_MS = 2_000

/** The largest size at which the text is no wider than it may be. */
function fitted(
  context: CanvasRenderingContext2D,
  text: string,
  font: (size: number) => string,
  size: number,
  width: number,
) {
  for (let tried = size; ; tried -= 1) {
    context.font = font(tried)
    if (context.measureText(text).width <= width || tried <= 12) return
  }
}

function drawCard(context: CanvasRenderingContext2D, brand: string): void {
  const { x, y, width, height } = CARD
  context.fillStyle = PAPER
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.save()
  context.beginPath()
  context.roundRect(x, y, width, height, 24)
  context.clip()
  context.fillStyle = SHEET
  context.fillRect(x, y, width, height)
  context.fillStyle = brand
  context.fillRect(x, y, width, HEAD)
  context.restore()
  // The notches: the paper shows through.
  context.fillStyle = PAPER
  for (const edge of [x, x + width]) {
    context.beginPath()
    context.arc(edge, PERFORATION_Y, NOTCH, 0, 2 * Math.PI)
    context.fill()
  }
  context.strokeStyle = RULE
  context.lineWidth = 2
  context.setLineDash([6, 5])
  context.beginPath()
  context.moveTo(x + 20, PERFORATION_Y)
  context.lineTo(x + width - 20, PERFORATION_Y)
  context.stroke()
}

function drawWords(context: CanvasRenderingContext2D, words: ReceiptWords): void {
  const { x, y, width } = CARD
  const left = x + 20
  const room = width - 40
  context.textBaseline = 'alphabetic'
  context.fillStyle = readableOn(words.brand)
  fitted(context, words.office, size => `700 ${size}px ${TEXT}`, 18, room)
  context.fillText(words.office, left, y + 38)
  fitted(context, words.line, size => `400 ${size}px ${TEXT}`, 15, room)
  context.fillText(words.line, left, y + 62)

  context.fillStyle = INK
  context.textAlign = 'center'
  fitted(context, words.number, size => `800 ${size}px ${NUMERALS}`, 104, room)
  context.fillText(words.number, WIDTH / 2, y + 196)
  fitted(context, words.state, size => `700 ${size}px ${TEXT}`, 20, room)
  context.fillText(words.state, WIDTH / 2, y + 242)

  context.textAlign = 'left'
  context.fillStyle = SOFT
  words.facts.forEach((fact, at) => {
    fitted(context, fact, size => `400 ${size}px ${TEXT}`, 15, room)
    context.fillText(fact, left, PERFORATION_Y + 32 + at * 24)
  })
}

/**
 * The card as a picture, drawn on this device with no network.
 * @throws where the browser makes no pictures
 */
export async function drawReceipt(words: ReceiptWords): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * SCALE
  canvas.height = HEIGHT * SCALE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws on no canvas')
  // Not there (no network, never seen): the fallback face is as wide.
  const face = document.fonts.load(`800 100px ${NUMERALS}`, words.number)
  await withDeadline(face, FACE_PATIENCE_MS, browserTimers).catch(() => [])
  context.scale(SCALE, SCALE)
  drawCard(context, words.brand)
  drawWords(context, words)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))),
      'image/png',
    )
  })
}
