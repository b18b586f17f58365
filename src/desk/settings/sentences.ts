import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { Language } from '#contract/primitives.ts'
import { choiceText } from './choice-texts.ts'
import { dayName } from './day-name.ts'
import type { EditedLine, EditedOffice, EditedPreference, EditedQuestion } from './edited-office.ts'
import { weekText } from './hours-text.ts'
import type { SectionName } from './parts.ts'

/** How a line stands, in one sentence. */
export function lineSentence(line: EditedLine, i18n: I18n): string {
  const { takes_tickets, takes_reservations, type, virtual, ticket_form } = line
  const asked = ticket_form.filter(({ active }) => active).length
  const words = [
    takes_tickets && takes_reservations
      ? i18n._(msg`Números y reservas`)
      : takes_tickets
        ? i18n._(msg`Números`)
        : takes_reservations
          ? i18n._(msg`Reservas`)
          : i18n._(msg`Ni números ni reservas`),
    virtual && i18n._(msg`por video`),
    type === 'kiosk' && i18n._(msg`solo en la oficina`),
    type === 'hidden' && i18n._(msg`solo con su enlace`),
    asked > 0 && i18n._(msg`${plural(asked, { one: '# pregunta', other: '# preguntas' })}`),
  ]
  return words.filter(word => word !== false).join(' · ')
}

function preferenceSentence(preference: EditedPreference | null, i18n: I18n): string {
  if (!preference) return i18n._(msg`A nadie se le pregunta`)
  const { law, rule } = preference
  const whose = (law && choiceText('law', law, i18n)) ?? i18n._(msg`Costumbre de la oficina`)
  if (rule === 'next') return i18n._(msg`${whose}: antes que todos`)
  if ('one_in' in rule) {
    const among = Number((rule as { one_in: unknown }).one_in)
    return i18n._(msg`${whose}: una de cada ${among}`)
  }
  const modulos = (rule as { modulos: readonly string[] }).modulos.join(', ')
  return i18n._(msg`${whose}: en ${modulos}`)
}

const names = (list: readonly string[]) =>
  list.length <= 3 ? list.join(', ') : `${list.slice(0, 3).join(', ')}…`

/** How each section stands now, in one sentence. */
export function sectionSentence(
  section: SectionName,
  office: EditedOffice,
  { today, i18n }: { today: string; i18n: I18n },
): string {
  switch (section) {
    case 'office': {
      const { name, address, district, options } = office
      return options.web_only ? i18n._(msg`${name}, solo por internet`) : `${name} · ${address}, ${district}`
    }
    case 'hours':
      return weekText(office.hours, i18n)
    case 'closures': {
      const coming = office.closures.filter(day => day >= today).sort()
      const [next] = coming
      if (next === undefined) return i18n._(msg`Ninguno por venir, además de los feriados`)
      const day = dayName(next, today, i18n.locale as Language)
      const others = coming.length - 1
      return others === 0
        ? day
        : i18n._(msg`${plural(others, { one: `${day} y # día más`, other: `${day} y # días más` })}`)
    }
    case 'lines': {
      const { lines } = office
      if (lines.length === 0) return i18n._(msg`Ninguna todavía`)
      return names(lines.map(({ name }) => name))
    }
    case 'modulos':
      return office.modulos.length === 0 ? i18n._(msg`Ninguno todavía`) : names(office.modulos)
    case 'services':
      return office.services.length === 0 ? i18n._(msg`No se anota`) : names(office.services)
    case 'numbers': {
      const most = office.limits.rut_tickets ?? 0
      const repeats = office.calls.repeats ?? 0
      const limit =
        most === 0
          ? i18n._(msg`Sin límite por persona`)
          : i18n._(
              msg`${plural(most, { one: '# número al día por persona', other: '# números al día por persona' })}`,
            )
      const call =
        repeats === 0
          ? i18n._(msg`cada llamado suena una vez`)
          : i18n._(
              msg`${plural(repeats, { one: 'cada llamado se repite # vez', other: 'cada llamado se repite # veces' })}`,
            )
      return `${limit} · ${call}`
    }
    case 'preference':
      return preferenceSentence(office.preference, i18n)
    case 'messages': {
      const own = office.messages.length
      return own === 0
        ? i18n._(msg`Los de siempre`)
        : i18n._(
            msg`${plural(own, { one: '# propio, y los de siempre', other: '# propios, y los de siempre' })}`,
          )
    }
    case 'policy':
      return office.policy
        ? i18n._(msg`Propia, versión ${office.policy.version}`)
        : i18n._(msg`La de todas las oficinas`)
  }
}

/** How many questions a form asks. */
export function formSentence(form: readonly EditedQuestion[], i18n: I18n): string {
  const asked = form.filter(({ active }) => active)
  if (asked.length === 0) return i18n._(msg`No se pregunta nada`)
  return names(asked.map(({ question }) => question))
}

/** Which times of a line may be booked. */
export function reservationsSentence({ takes_reservations, reservations }: EditedLine, i18n: I18n): string {
  if (!takes_reservations) return i18n._(msg`No se reserva hora`)
  const minutes = reservations.minutes ?? 0
  const slots = reservations.slots ?? 0
  const every = i18n._(msg`Cada ${minutes} minutos`)
  const who = i18n._(msg`${plural(slots, { one: '# persona', other: '# personas' })}`)
  const when = reservations.hours ? weekText(reservations.hours, i18n) : i18n._(msg`cuando la oficina abre`)
  return `${every} · ${who} · ${when}`
}
