/**
 * The fixed list of categories: slug, name, organization and colour. Names are proper names and stay as they
 * are in every language; the colours are ours, near the brand's, dark enough for white text (4.5:1).
 * @see specification §1, rule OFF-01
 */
export const CATEGORIES = [
  { slug: 'notarias', name: 'Notarías', organization_id: 1, colour: '#7a4b16' },
  { slug: 'servipag', name: 'Servipag', organization_id: 2, colour: '#0b5fa5' },
  { slug: 'chilexpress', name: 'Chilexpress', organization_id: 3, colour: '#8a5a00' },
  { slug: 'starken', name: 'Starken', organization_id: 4, colour: '#1f6b3a' },
  { slug: 'salud', name: 'Salud', organization_id: 5, colour: '#0d7466' },
  { slug: 'servicios', name: 'Servicios', organization_id: 6, colour: '#4a5568' },
  { slug: 'colmena', name: 'Colmena', organization_id: 7, colour: '#946000' },
  { slug: 'security', name: 'Security', organization_id: 8, colour: '#5b2a86' },
  { slug: 'latam', name: 'Latam', organization_id: 9, colour: '#2d1e8f' },
  { slug: 'caja-los-andes', name: 'Caja Los Andes', organization_id: 10, colour: '#00629b' },
  { slug: 'demos', name: 'Demos', organization_id: 11, colour: '#5d4aa8' },
  { slug: 'redsalud', name: 'RedSalud', organization_id: 12, colour: '#00707a' },
  { slug: 'correos-de-chile', name: 'Correos de Chile', organization_id: 13, colour: '#b3291d' },
  { slug: 'banco-de-chile', name: 'Banco de Chile', organization_id: 14, colour: '#0a3f8c' },
  { slug: 'banco-bci', name: 'Banco Bci', organization_id: 15, colour: '#0a5b8c' },
  { slug: 'vida-integra', name: 'Vida Integra', organization_id: 16, colour: '#0d7d4c' },
  { slug: 'bbva', name: 'BBVA', organization_id: 17, colour: '#14468f' },
  {
    slug: 'superintendencia-de-pensiones',
    name: 'Superintendencia de Pensiones',
    organization_id: 18,
    colour: '#31518f',
  },
] as const

export type CategorySlug = (typeof CATEGORIES)[number]['slug']

/** The purple of an office whose category is not in the list. */
export const DEFAULT_CATEGORY_COLOUR = '#5a2ad1'

const colours: ReadonlyMap<string, string> = new Map(
  CATEGORIES.map(category => [category.slug, category.colour]),
)

/** The background colour that a category's cards carry on their head. */
export function categoryColour(slug: string): string {
  return colours.get(slug) ?? DEFAULT_CATEGORY_COLOUR
}
