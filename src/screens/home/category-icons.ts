import type { CategorySlug } from '#contract/categories.ts'
import type { IconName } from '#src/ui/icon.tsx'

/** The sign of each category. No company's logo: a sign of what one does there. */
const icons: Record<CategorySlug, IconName> = {
  notarias: 'pen',
  servipag: 'bill',
  chilexpress: 'box',
  starken: 'box',
  salud: 'cross',
  servicios: 'home',
  colmena: 'cross',
  security: 'lock',
  latam: 'plane',
  'caja-los-andes': 'people',
  demos: 'star',
  redsalud: 'cross',
  'correos-de-chile': 'mail',
  'banco-de-chile': 'bank',
  'banco-bci': 'bank',
  'vida-integra': 'cross',
  bbva: 'bank',
  'superintendencia-de-pensiones': 'chart',
}

export function categoryIcon(slug: string): IconName {
  return slug in icons ? icons[slug as CategorySlug] : 'ticket'
}
