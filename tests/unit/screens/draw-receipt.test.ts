// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drawReceipt, type ReceiptWords } from '#src/screens/held/draw-receipt.ts'

/** The card's white, as it has stood since the first picture. */
const LEFT = 36
const RIGHT = 324
const SCALE = 2
const SHORT: ReceiptWords = {
  office: 'Sucursal Centro',
  line: 'Cajas',
  brand: '#5b2a86',
  number: 'A041',
  state: 'En espera',
  facts: ['27 nov, 9:14', 'Módulo 3', 'Alameda 1 (centro)'],
}

interface Drawn {
  text: string
  left: number
  right: number
  y: number
  size: number
}

let drawn: Drawn[]
let canvas: HTMLCanvasElement | null

/** Letters half as wide as they are high, a little more than those of a screen's face. */
function canvasOf(element: HTMLCanvasElement) {
  const sizeOf = (font: string) => Number(/(\d+)px/.exec(font)?.[1])
  const widthOf = (text: string, font: string) => text.length * sizeOf(font) * 0.5
  const context = {
    font: '',
    textAlign: 'left',
    measureText: (text: string) => ({ width: widthOf(text, context.font) }),
    fillText(text: string, x: number, y: number) {
      const width = widthOf(text, context.font)
      const left = context.textAlign === 'center' ? x - width / 2 : x
      drawn.push({ text, left, right: left + width, y, size: sizeOf(context.font) })
    },
  }
  canvas = element
  return new Proxy(context, {
    get: (at, key) => Reflect.get(at, key) ?? (() => undefined),
    set: Reflect.set,
  })
}

beforeEach(() => {
  drawn = []
  canvas = null
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return canvasOf(this) as never
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(done => done(new Blob(['png'])))
  Object.defineProperty(document, 'fonts', { value: { load: async () => [] }, configurable: true })
})
afterEach(() => void vi.restoreAllMocks())

const inOrder = () => drawn.map(({ text }) => text).join(' ')
const isWithin = () =>
  drawn.every(
    ({ left, right, y }) => left >= LEFT && right <= RIGHT && y <= (canvas?.height ?? 0) / SCALE - 30,
  )

it('[TEMP-05] draws what is short where it always stood', async () => {
  await drawReceipt(SHORT)
  expect([canvas?.width, canvas?.height]).toEqual([720, 800])
  expect(drawn.map(({ text, y, size }) => [text, y, size])).toEqual([
    ['Sucursal Centro', 54, 18],
    ['Cajas', 78, 15],
    ['A041', 212, 104],
    ['En espera', 258, 20],
    ['27 nov, 9:14', 322, 15],
    ['Módulo 3', 346, 15],
    ['Alameda 1 (centro)', 370, 15],
  ])
})

it('[TEMP-05] [RES-13] draws the longest names and the longest address whole, and no letter beyond the card', async () => {
  const long = (word: string, letters: number) =>
    `${word} `
      .repeat(letters)
      .slice(0, letters - 4)
      .trim()
  const address = `${long('Avenida Libertador General Bernardo', 145)} torre B piso 12`
  const words = {
    ...SHORT,
    office: long('Conservador de Bienes Raíces', 120),
    line: long('Inscripciones y certificados', 120),
    state: 'miércoles, 30 de septiembre de 2026, por la tarde',
    facts: ['RV-X7K · Tu reserva espera que la confirmes', address, 'Módulo 3'],
  }
  await drawReceipt(words)
  expect(inOrder()).toBe([words.office, words.line, words.number, words.state, ...words.facts].join(' '))
  expect(drawn.filter(({ left, right }) => left < LEFT || right > RIGHT)).toEqual([])
  expect(isWithin()).toBe(true)
  // One below the other.
  expect(drawn.map(({ y }) => y)).toEqual([...new Set(drawn.map(({ y }) => y))].toSorted((a, b) => a - b))
  expect(Math.min(...drawn.map(({ size }) => size))).toBeGreaterThanOrEqual(14)
})

it('[TEMP-05] breaks a word that is wider than the card', async () => {
  await drawReceipt({ ...SHORT, office: 'x'.repeat(120) })
  expect(
    drawn
      .filter(({ text }) => text.includes('xx'))
      .map(({ text }) => text)
      .join(''),
  ).toBe('x'.repeat(120))
  expect(isWithin()).toBe(true)
})
