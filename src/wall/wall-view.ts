import type { I18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { categoryColour } from '#contract/categories.ts'
import { WALL_CALLS } from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'
import type { WallCall, WallState } from '#contract/rest/devices.ts'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import type { SoundState } from '#src/platform/gong.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { qrPath } from '#src/ui/qr/qr-path.ts'
import { readableOn } from '#src/ui/readable-on.ts'
import { element, redraw } from './element.ts'
import { agoWords, lineWords, quietWords } from './wall-words.ts'

/** Lines shown at once; where there are more, they take turns. */
const LINES_SHOWN = 4
const LINES_TURN_MS = 8_000

export interface WallPicture {
  state: WallState
  /** The server's time, milliseconds since the epoch. */
  now: number
  isCurrent: boolean
  /** Whoever is called out now, or was a moment ago. */
  calling: WallCall | null
  sound: SoundState
  /** None of the languages has a voice here. */
  isVoiceless: boolean
}

/** Draws the wall into its place. */
export class WallView {
  readonly #root: HTMLElement
  readonly #origin: string
  readonly #parts = {
    head: element('header', 'head'),
    stage: element('section', 'stage'),
    recent: element('section', 'recent'),
    lines: element('section', 'lines'),
    way: element('aside', 'way'),
    stale: element('p', 'stale'),
    sound: element('div', 'sound'),
  }

  constructor(root: HTMLElement, origin: string) {
    this.#root = root
    this.#origin = origin
    this.#parts.stale.setAttribute('role', 'status')
  }

  /** Instead of a wall: why there is none. */
  say(title: string, more: string): void {
    const page = element('main', 'notice', element('h1', '', title), element('p', '', more))
    this.#root.replaceChildren(page)
  }

  draw(picture: WallPicture, words: I18n, language: Language): void {
    const { head, stage, recent, lines, way, stale, sound } = this.#parts
    if (head.parentElement === null || !head.isConnected)
      this.#root.replaceChildren(
        head,
        element('main', 'middle', element('div', 'notes', stale, sound), stage, recent),
        element('footer', 'foot', lines, way),
      )
    this.#drawHead(picture, language)
    this.#drawStage(picture, words, language)
    this.#drawRecent(picture, words)
    this.#drawLines(picture, words)
    this.#drawWay(picture, words)
    this.#drawStale(picture, words, language)
    this.#drawSound(picture, words)
  }

  #drawHead({ state: { office }, now }: WallPicture, language: Language): void {
    const { head } = this.#parts
    const time = timeText(new Date(now), language, office.time_zone)
    const brand = categoryColour(office.category_id)
    head.style.setProperty('--brand', brand)
    head.style.setProperty('--brand-ink', readableOn(brand))
    redraw(head, [office.name, time], () => [
      element('h1', 'office', office.name),
      element('p', 'clock numerals', time),
    ])
  }

  #drawStage(picture: WallPicture, words: I18n, language: Language): void {
    const { stage } = this.#parts
    const { state } = picture
    const calling = picture.isCurrent ? picture.calling : null
    const call = calling ?? state.calls[0]
    stage.dataset.look = calling ? 'call' : 'calm'
    if (!call) {
      const [title, more] = quietWords(words, state, language)
      return redraw(stage, [title, more], () => [
        element('h2', 'quiet', title),
        more !== '' && element('p', 'lead', more),
      ])
    }
    const lead = calling ? t(words)`Es el turno de` : t(words)`Último llamado`
    redraw(stage, [lead, call.seq], () => {
      const number = element('p', 'number numerals', call.ticket)
      number.style.setProperty('--letters', String(Math.max(4, call.ticket.length)))
      const name = shortModulo(call.modulo)
      const goTo = /^\d/.test(name) ? t(words)`Pasa al módulo` : t(words)`Pasa a`
      const place = element('p', 'place', element('span', '', goTo), element('strong', 'module', name))
      return [element('h2', 'lead', lead), number, place]
    })
  }

  #drawRecent({ state, calling, now, isCurrent }: WallPicture, words: I18n): void {
    const onStage = (isCurrent ? calling : null)?.seq ?? state.calls[0]?.seq
    const calls = state.calls.filter(({ seq }) => seq !== onStage).slice(0, WALL_CALLS.shown - 1)
    const rows = calls.map(call => ({ ...call, ago: agoWords(words, now - Date.parse(call.at)) }))
    redraw(this.#parts.recent, rows, () => {
      if (rows.length === 0) return []
      const list = element('ol', '')
      for (const { ticket, modulo, ago } of rows) {
        const name = shortModulo(modulo)
        list.append(
          element(
            'li',
            'row',
            element('span', 'ticket numerals', ticket),
            element(
              'span',
              'to',
              /^\d/.test(name) && `${t(words)`módulo`} `,
              element('strong', 'name', name),
            ),
            element('span', 'ago', ago),
          ),
        )
      }
      return [element('h2', 'label', t(words)`Recién llamados`), list]
    })
  }

  #drawLines({ state: { lines }, now }: WallPicture, words: I18n): void {
    const turns = Math.ceil(lines.length / LINES_SHOWN)
    const turn = turns > 1 ? Math.floor(now / LINES_TURN_MS) % turns : 0
    const shown = lines
      .slice(turn * LINES_SHOWN, (turn + 1) * LINES_SHOWN)
      .map(line => ({ name: line.name, words: lineWords(words, line) }))
    redraw(this.#parts.lines, shown, () => {
      const list = element('ul', '')
      for (const line of shown)
        list.append(element('li', '', element('strong', '', line.name), element('span', '', line.words)))
      return shown.length === 0 ? [] : [element('h2', 'visually-hidden', t(words)`Filas`), list]
    })
  }

  #drawWay({ state: { office } }: WallPicture, words: I18n): void {
    const address = `${this.#origin}/offices/${office.slug}`
    redraw(this.#parts.way, address, () => [
      qrPicture(address, t(words)`Código QR para sacar un número con el teléfono`),
      element(
        'p',
        '',
        element('strong', '', t(words)`Saca tu número aquí`),
        element('span', '', t(words)`y espera donde quieras`),
      ),
    ])
  }

  #drawStale({ state, isCurrent }: WallPicture, words: I18n, language: Language): void {
    const { stale } = this.#parts
    stale.hidden = isCurrent
    const since = timeText(new Date(state.at), language, state.office.time_zone)
    redraw(stale, isCurrent ? null : since, () => [!isCurrent && t(words)`Sin conexión desde las ${since}`])
  }

  #drawSound({ sound: state, isVoiceless }: WallPicture, words: I18n): void {
    const { sound } = this.#parts
    redraw(sound, [state, isVoiceless], () => {
      if (state === 'untouched') {
        const press = element('button', '', t(words)`Sin sonido: toca la pantalla para activarlo`)
        press.type = 'button'
        return [press]
      }
      if (state === 'none') return [element('p', '', t(words)`Este equipo no tiene sonido`)]
      return [isVoiceless && element('p', '', t(words)`Este equipo no tiene voz: solo suena la campana`)]
    })
  }
}

const SVG = 'http://www.w3.org/2000/svg'

function qrPicture(text: string, label: string): SVGElement {
  const { side, path } = qrPath(text)
  const picture = document.createElementNS(SVG, 'svg')
  picture.setAttribute('viewBox', `0 0 ${side} ${side}`)
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', label)
  const dark = document.createElementNS(SVG, 'path')
  dark.setAttribute('d', path)
  dark.setAttribute('shape-rendering', 'crispEdges')
  picture.append(dark)
  return picture
}
