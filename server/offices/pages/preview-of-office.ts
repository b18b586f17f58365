import type { HoursOfDay, Line, Office } from '#contract/rest/offices.ts'
import { addDays, hoursOn } from '#contract/rules/office-time.ts'
import type { PageContent } from '#server/web/page-content.ts'
import { hoursText } from './hours-text.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** In schema.org an office that never shuts closes a minute before midnight. */
const openingHours = ({ from, to }: Pick<HoursOfDay, 'from' | 'to'>) => ({
  '@type': 'OpeningHoursSpecification',
  opens: from,
  closes: to === '24:00' ? '23:59' : to,
})

const usualHours = ({ weekday, ...hours }: HoursOfDay) => ({
  ...openingHours(hours),
  dayOfWeek: `https://schema.org/${DAYS[weekday - 1]}`,
})

/** The closed days, and those after them of whose hours a closed evening takes some away. */
function specialDays({ hours, closures }: Office): string[] {
  const isLess = (day: string) =>
    hoursOn(day, { hours, closures }).length < hoursOn(day, { hours, closures: [] }).length
  const after = closures.map(day => addDays(day, 1)).filter(isLess)
  return [...new Set([...closures, ...after])]
}

/** A day without service opens and closes at midnight. */
function specialHours(office: Office, day: string) {
  const open = hoursOn(day, office)
  const shown = open.length > 0 ? open : [{ from: '00:00', to: '00:00' }]
  return shown.map(hours => ({ ...openingHours(hours), validFrom: day, validThrough: day }))
}

const placeOf = (office: Office) =>
  office.options.web_only
    ? {}
    : {
        address: {
          '@type': 'PostalAddress',
          streetAddress: office.address,
          addressLocality: office.district,
          addressRegion: office.region,
        },
        ...(office.latitude !== null &&
          office.longitude !== null && {
            geo: { '@type': 'GeoCoordinates', latitude: office.latitude, longitude: office.longitude },
          }),
      }

function describe(office: Office): string {
  const place = office.options.web_only ? '' : `${office.address}, ${office.district}. `
  const hours = hoursText(office.hours)
  const open = hours === '' ? '' : `Abre ${hours}. `
  return `${place}${open}Saca tu número desde el teléfono, anda tranquilo y te llamamos.`
}

/**
 * What a crawler and a messenger say of an office's link. In Spanish, the default: neither tells who will
 * read it.
 * @param line where the link names one of its lines
 */
export function previewOfOffice(
  office: Office,
  line: Pick<Line, 'slug' | 'name'> | null,
): NonNullable<PageContent['preview']> {
  const path = `/offices/${office.slug}`
  return {
    title: line === null ? office.name : `${line.name} · ${office.name}`,
    description: describe(office),
    path: line === null ? path : `${path}/lines/${line.slug}`,
    structuredData: {
      '@type': 'LocalBusiness',
      name: office.name,
      ...placeOf(office),
      openingHoursSpecification: office.hours.map(usualHours),
      specialOpeningHoursSpecification: specialDays(office).flatMap(day => specialHours(office, day)),
    },
  }
}
