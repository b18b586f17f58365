import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { HomeHeader } from '#src/screens/home/home-header.tsx'
import { HomeSearch } from '#src/screens/home/home-search.tsx'
import { MapLinkWords, OfficeActionsPlace } from '#src/screens/office/office-places.tsx'
import { SearchQuantity } from '#src/screens/search/search-quantity.tsx'
import { SearchChips } from '#src/screens/search/search-chips.tsx'
import { ALL } from '#src/screens/shared/use-search-state.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Chip } from '#src/ui/press/chip.tsx'
import { BrandHeader } from '#src/ui/shell/brand-header.tsx'
import { DesktopFrame, MobileFrame, Panes } from '#src/ui/shell/frames.tsx'
import { ScreenBody, Section } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Place } from '#src/ui/state/place.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { DockPlace, RailPlace } from '../shell/places.tsx'
import home from '#src/screens/home/home-screen.module.css'
import address from '#src/screens/office/office-address.module.css'
import { type FrameKind, slot, type View } from './frame-id.ts'
import { LikelyOpening, LineRows, OfficeRows } from './list-frame.tsx'

const unheard = () => undefined
const search = <HomeSearch text="" onChange={unheard} />

/** Pressed before there is anybody to hear it, it would do nothing. */
const NearMePlace = () => (
  <Place>
    <Chip icon="pin">
      <Trans>Cerca de mí</Trans>
    </Chip>
  </Place>
)

function Search({ level }: { level: 1 | 2 }) {
  return (
    <>
      <ScreenHeader level={level} title={<Trans>Buscar</Trans>} />
      <ScreenBody>
        <div className="likely-filters">
          {search}
          <Place>
            <SearchChips search={ALL} onChange={unheard} onChooseDistricts={unheard} />
          </Place>
        </div>
        <div className="likely-found">
          <Skeleton>
            <SearchQuantity resultsQuantity={100} />
          </Skeleton>
          <NearMePlace />
        </div>
        <div {...slot('rows')}>
          <OfficeRows />
        </div>
      </ScreenBody>
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
        facts={
          <span className="likely-hidden">
            <LikelyOpening />
          </span>
        }
        back={{ label: t`Volver`, href: '/search' }}
      />
      <ScreenBody>
        <p className={address.address} {...slot('place')}>
          <Icon name="pin" size="s" />
          <span>
            <span {...slot('address')} />
            <span className="likely-hidden">
              <MapLinkWords />
            </span>
          </span>
        </p>
        <OfficeActionsPlace directions={slot('place')} />
        <LineRows />
      </ScreenBody>
    </>
  )
}

const Home = () => (
  <>
    <HomeHeader />
    <ScreenBody>
      {search}
      <div className={home.columns} {...slot('rows')}>
        <div className={home.column}>
          <Section title={<Trans>Oficinas</Trans>} aside={<NearMePlace />}>
            <div className={home.near}>
              <OfficeRows />
            </div>
          </Section>
        </div>
      </div>
    </ScreenBody>
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
