import type { NavItem } from '#src/ui/shell/nav-item.ts'

const ALL = [
  ['/?screen=home', 'home', 'Inicio'],
  ['/?screen=office', 'search', 'Buscar'],
  ['/?screen=states', 'heart', 'Favoritos'],
  ['/?screen=receipts', 'ticket', 'Turnos'],
  ['/?screen=form', 'user', 'Perfil'],
] as const

export function destinations(current: (typeof ALL)[number][2]): NavItem[] {
  return ALL.map(([href, icon, label]) => ({
    href,
    icon,
    label,
    current: label === current,
    badge: label === 'Turnos' ? { count: 1, label: '1 turno activo' } : undefined,
  }))
}
