import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { HomeHeader } from '#src/screens/home/home-header.tsx'
import { HomeSearch } from '#src/screens/home/home-search.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { BrandHeader } from '#src/ui/shell/brand-header.tsx'
import { DesktopFrame, MobileFrame, Panes } from '#src/ui/shell/frames.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { DockPlace, RailPlace } from '../shell/places.tsx'
import address from '#src/screens/office/office-address.module.css'
import { type FrameKind, slot, type View } from './frame-id.ts'

const unheard = () => undefined
const search = <HomeSearch text="" onChange={unheard} />

function Search({ level }: { level: 1 | 2 }) {
  return (
    <>
      <ScreenHeader level={level} title={<Trans>Buscar</Trans>} />
      <ScreenBody>{search}</ScreenBody>
    </>
  )
}

/** What the page brought of an office is put in its slots. */
function Office() {
  const { t } = useLingui()
  return (
    <>
      <BrandHeader
        kicker={
          <>
            <span {...slot('category')} />
            <span {...slot('demo')}>
              {' · '}
              <Trans>Demostración</Trans>
            </span>
          </>
        }
        title={<span {...slot('name')} />}
        facts={<span>&nbsp;</span>}
        back={{ label: t`Volver`, href: '/search' }}
      />
      <ScreenBody>
        <p className={address.address} {...slot('place')}>
          <Icon name="pin" size="s" />
          <span {...slot('address')} />
        </p>
      </ScreenBody>
    </>
  )
}

const Home = () => (
  <>
    <HomeHeader />
    <ScreenBody>{search}</ScreenBody>
  </>
)

function Titled({ title }: { title: ReactNode }) {
  const { t } = useLingui()
  return <ScreenHeader size="small" title={title} back={{ label: t`Volver`, href: '/' }} />
}

/** The top of each kind of screen, which needs nothing but words, and what the page brings along. */
const TOPS: Record<FrameKind, (view: View) => ReactNode> = {
  home: () => <Home />,
  search: view =>
    view === 'mobile' ? (
      <Search level={1} />
    ) : (
      <Panes hasDetail={false} shown={null} list={<Search level={1} />} detail={null} />
    ),
  office: view =>
    view === 'mobile' ? (
      <Office />
    ) : (
      <Panes hasDetail shown={null} list={<Search level={2} />} detail={<Office />} />
    ),
  take: () => <Titled title={<Trans>Saca tu número</Trans>} />,
  book: () => <Titled title={<Trans>Reserva hora</Trans>} />,
}

/** What stands at an address before the application does. */
export function FirstFrame({ kind, view }: { kind: FrameKind; view: View }) {
  const top = TOPS[kind](view)
  // Elsewhere a way back stands instead of the destinations.
  const hasDock = kind === 'home' || kind === 'search'
  if (view === 'mobile') return <MobileFrame dock={hasDock && <DockPlace />}>{top}</MobileFrame>
  return <DesktopFrame rail={<RailPlace />}>{top}</DesktopFrame>
}
