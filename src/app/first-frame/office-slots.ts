import type { BroughtAlong } from '#contract/brought-along.ts'
import type { Line, OfficeState } from '#contract/rest/offices.ts'
import { groupLines } from '#src/screens/office/line-groups.ts'
import { waitFigure } from '#src/texts/wait-figure.ts'
import { readableOn } from '#src/ui/readable-on.ts'
import { fillSlots, openingSlots } from './fill-slots.ts'

const isState = (answer: unknown): answer is OfficeState =>
  typeof answer === 'object' && answer !== null && 'office' in answer

const isJoined = ({ type, frozen, takes_tickets }: Line) => type !== 'kiosk' && !frozen && takes_tickets

/**
 * Who waits in a line of an open office, and who was called last; its place alone where something else is
 * said of it.
 */
function fillWaiting(row: Element, { waiting, call, executive, frozen, takes_tickets }: Line): void {
  const isUnsaid = !takes_tickets || executive !== null || (frozen && call !== null)
  const form = waiting === 0 ? 'nobody' : waiting === 1 ? 'one' : 'many'
  // Of a frozen line in which nobody waits nothing is said.
  const said = isUnsaid ? 'unsaid' : frozen && waiting === 0 ? null : form
  fillSlots(row, {
    nobody: '',
    one: '',
    many: '',
    unsaid: '',
    ...(said && { [said]: null }),
    call: isUnsaid || call === null ? '' : null,
    number: call,
  })
  const many = row.querySelector('[data-slot=many]')
  if (many) many.textContent = many.textContent.replace(/\d+/, String(waiting))
}

/** How long one would wait in a line of an open office, where one can. */
function fillWait(row: Element, { wait, frozen, takes_tickets }: Line): void {
  const figure = row.querySelector('[data-slot=figure]')
  if (!wait || frozen || !takes_tickets) {
    // The row's own end, with all that stands in it.
    figure?.parentElement?.parentElement?.remove()
    return fillSlots(row, { late: '' })
  }
  const { about, from, to, now } = wait
  fillSlots(row, {
    late: wait.closes_first ? null : '',
    figure: now ? '' : waitFigure(wait),
    now: now ? null : '',
    minutes: now ? '' : null,
    between: now || !about || from === to ? '' : null,
    from: String(from),
    to: String(to),
  })
}

/** Writes an office's lines in the place of the one that is drawn there, or takes it out. */
function fillLines(section: Element, lines: readonly Line[]): void {
  const sections = groupLines(lines, null).map((group, at) => {
    const filled = section.cloneNode(true) as Element
    fillSlots(filled, { folder: group.folder })
    // By one and the same id each would be called as the first.
    const title = filled.querySelector('h2')
    if (title) filled.setAttribute('aria-labelledby', (title.id += at))
    const row = filled.querySelector('li')
    row?.replaceWith(
      ...group.lines.map(line => {
        const one = row.cloneNode(true) as Element
        fillSlots(one, {
          name: line.name,
          actions: isJoined(line) || line.takes_reservations ? null : '',
          take: isJoined(line) ? null : '',
          book: line.takes_reservations ? null : '',
        })
        fillWaiting(one, line)
        fillWait(one, line)
        return one
      }),
    )
    return filled
  })
  section.replaceWith(...sections)
}

/** What the script that comes with the office's frame leaves for the page's own. */
interface FillOfficeHolder {
  numeritoFillOffice?: typeof fillOffice
}

export const offerFillOffice = (page: Window): void => {
  ;(page as FillOfficeHolder).numeritoFillOffice = fillOffice
}

/** Undefined where this page has no office's frame. */
export const fillOfficeOf = (page: Window): typeof fillOffice | undefined =>
  (page as FillOfficeHolder).numeritoFillOffice

/**
 * Writes the office that the page brought into its frame.
 * @param showsLines whether nothing that only the application knows stands above them
 * @returns false where the page brought none: there is nothing to show then
 */
function fillOffice(
  { answers, head = [] }: BroughtAlong,
  frame: DocumentFragment,
  showsLines: (officeSlug: string) => boolean,
): boolean {
  const state = Object.values(answers).find(isState)
  if (!state) return false
  const { office, lines } = state
  const { opening = 'shut', brand = '' } = head.find(({ id }) => id === office.id) ?? {}
  fillSlots(frame, {
    name: office.name,
    category: office.category,
    demo: office.demo ? null : '',
    place: office.options.web_only ? '' : null,
    address: `${office.address}, ${office.district} `,
    ...openingSlots(opening),
  })
  // A shut office says first what can be done instead.
  const section = frame.querySelector('section')
  if (section) fillLines(section, opening !== 'shut' && showsLines(office.slug) ? lines : [])
  const header = frame.querySelector<HTMLElement>('header [data-slot=name]')?.closest('header')
  if (header && brand !== '') {
    header.style.setProperty('--brand', brand)
    header.style.setProperty('--brand-ink', readableOn(brand))
  }
  return true
}
