import { useLingui } from '@lingui/react/macro'
import { usePathname } from 'wouter/use-browser-location'
import type { HideableItem } from '#src/domain/url-parameters.ts'
import { useUi } from '#src/stores/ui-store.ts'
import type { NavItem } from '#src/ui/shell/nav-item.ts'

/** The five destinations (SHELL-02), less those that the address hides (SHELL-06). */
export function useNavItems(): NavItem[] {
  const { t } = useLingui()
  // Where one goes, and not yet what is shown: a touch is answered at once.
  const path = usePathname()
  const itemsToHide = useUi(ui => ui.itemsToHide)
  const destinations: (Omit<NavItem, 'current'> & { hides?: HideableItem; also?: string })[] = [
    { href: '/', icon: 'home', label: t`Inicio` },
    { href: '/search', icon: 'search', label: t`Buscar`, hides: 'search', also: '/offices' },
    { href: '/favorites', icon: 'heart', label: t`Favoritos`, hides: 'favorites' },
    { href: '/tickets', icon: 'ticket', label: t`Turnos`, hides: 'tickets', also: '/reservations' },
    { href: '/profile', icon: 'user', label: t`Perfil`, hides: 'profile' },
  ]
  return destinations
    .filter(({ hides }) => hides === undefined || !itemsToHide.includes(hides))
    .map(({ hides: _, also, ...item }) => ({
      ...item,
      current:
        item.href === '/'
          ? path === '/'
          : [item.href, also].some(start => start !== undefined && path.startsWith(start)),
    }))
}
