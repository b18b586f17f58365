export interface MapPlace {
  latitude: number
  longitude: number
}

/** What the walk asks; everything else has a ready answer, and can be changed afterwards. */
export interface Founding {
  name: string
  category: string
  address: string
  district: string
  region: string
  place: MapPlace | null
  time_zone: string
  from: string
  to: string
  saturday: boolean
  lines: readonly [string, string]
}

const LETTERS = ['A', 'B'] as const
/** How many módulos an office begins with. */
const MODULOS = 3

/** Small letters and digits, joined by single dashes, as links show it. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '')

/** As maps give it: two numbers, or an address that holds them, a pin's before those of a view. */
const WRITTEN = [
  /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/,
  /^\s*https?:.*!3d(-?\d{1,2}\.\d+)!4d(-?\d{1,3}\.\d+)/,
  /^\s*https?:.*[?&]mlat=(-?\d{1,2}\.\d+)&mlon=(-?\d{1,3}\.\d+)/,
  /^\s*https?:.*[@=](-?\d{1,2}\.\d+)(?:,|%2C)\+?(-?\d{1,3}\.\d+)/i,
  /^\s*https?:.*#map=[\d.]+\/(-?\d{1,2}\.\d+)\/(-?\d{1,3}\.\d+)/,
]

/** What was pasted or typed of a place; null where it is no place on earth. */
export function placeOf(typed: string): MapPlace | null {
  const said = WRITTEN.map(form => form.exec(typed)).find(found => found !== null)
  if (!said) return null
  const [latitude, longitude] = [Number(said[1]), Number(said[2])]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

export const placeText = ({ latitude, longitude }: MapPlace): string => `${latitude}, ${longitude}`

/** The office in the offices file's own form. */
export function readyOffice(said: Founding): Record<string, unknown> {
  const { from, to } = said
  const lines = said.lines.filter(name => name.trim() !== '')
  return {
    slug: slugOf(said.name),
    name: said.name.trim(),
    category: said.category,
    address: said.address.trim(),
    district: said.district.trim(),
    region: said.region.trim(),
    ...said.place,
    time_zone: said.time_zone,
    hours: [{ days: said.saturday ? [1, 2, 3, 4, 5, 6] : [1, 2, 3, 4, 5], from, to }],
    lines: lines.map((name, nth) => ({
      slug: slugOf(name) || `fila-${nth + 1}`,
      name: name.trim(),
      prefix: LETTERS[nth],
    })),
    modulos: Array.from({ length: MODULOS }, (_, nth) => `Módulo ${nth + 1}`),
  }
}
