import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { categoryColour } from '#contract/categories.ts'
import type { Office } from '#contract/rest/offices.ts'
import { openingAt } from '#contract/rules/office-time.ts'
import { distanceBetween, placeOf } from '#contract/rules/distance.ts'
import { favoriteOfOffice } from '#src/domain/favorite.ts'
import { formatDistance } from '#src/domain/format-distance.ts'
import { useNow } from '#src/queries/use-now.ts'
import { useBack } from '#src/screens/shared/back-link.ts'
import { DirectionsSheet } from '#src/screens/shared/directions-sheet.tsx'
import { Heart } from '#src/screens/shared/heart.tsx'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { usePlace } from '#src/screens/shared/use-place.ts'
import { useSearchQuery } from '#src/screens/shared/use-search-state.ts'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import { OpeningText } from '#src/texts/opening-text.tsx'
import { useLanguage } from '#src/texts/use-language.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ButtonRow } from '#src/ui/press/button-row.tsx'
import { BrandHeader } from '#src/ui/shell/brand-header.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { StateWord } from '#src/ui/state/state-word.tsx'
import { HoursSheet } from './hours-sheet.tsx'
import { OfficeAddress } from './office-address.tsx'
import { ShareButton } from './share-button.tsx'

export interface OfficeFrameProps {
  office: Office
  /** When this was so, where that is not now. */
  age: ReactNode
  /** Said before anything else. */
  notice?: ReactNode
  /** Its lines, or what there is instead of them. */
  children: ReactNode
}

/** Which office, where and until when: what the list of offices knows as well as the office's own answer. */
export function OfficeFrame({ office, age, notice, children }: OfficeFrameProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const now = new Date(useNow())
  const back = useBack(`/search${useSearchQuery()}`)
  const heading = useHeadingFocus()
  const place = usePlace()
  const hidesDirections = useUi(isHidden('directions'))
  const [sheet, setSheet] = useState<'hours' | 'directions' | null>(null)
  const destination = placeOf(office)
  const distance = formatDistance(distanceBetween(place, destination), language)
  return (
    <>
      <BrandHeader
        brand={categoryColour(office.category_id)}
        kicker={office.demo ? t`${office.category} · Demostración` : office.category}
        title={office.name}
        back={back}
        actions={<Heart favorite={favoriteOfOffice(office)} />}
        headingRef={heading}
        facts={
          <>
            <StateWord>
              <OpeningText opening={openingAt(now, office)} />
            </StateWord>
            {distance && <span>{distance}</span>}
          </>
        }
      />
      <ScreenBody>
        {age}
        {notice}
        <OfficeAddress office={office} />
        <ButtonRow>
          {destination && !hidesDirections && (
            <Button look="quiet" size="tight" icon="nav" onClick={() => setSheet('directions')}>
              <Trans>Cómo llegar</Trans>
            </Button>
          )}
          <Button look="quiet" size="tight" icon="clock" onClick={() => setSheet('hours')}>
            <Trans>Horarios</Trans>
          </Button>
          <ShareButton office={office} />
        </ButtonRow>
        {children}
        <HoursSheet office={office} now={now} open={sheet === 'hours'} onClose={() => setSheet(null)} />
        <DirectionsSheet office={office} open={sheet === 'directions'} onClose={() => setSheet(null)} />
      </ScreenBody>
    </>
  )
}
