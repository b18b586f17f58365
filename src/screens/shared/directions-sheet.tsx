import { useLingui } from '@lingui/react/macro'
import { placeOf } from '#contract/rules/distance.ts'
import { directionsUrl, type TravelMode } from '#src/domain/directions-url.ts'
import type { Office } from '#contract/rest/offices.ts'
import type { IconName } from '#src/ui/icon.tsx'
import { Sheet } from '#src/ui/layer/sheet.tsx'
import { Button } from '#src/ui/press/button.tsx'
import styles from './directions-sheet.module.css'
import { usePlace } from './use-place.ts'

export interface DirectionsSheetProps {
  office: Office
  open: boolean
  onClose: () => void
}

/** How one goes there decides the way; the map opens in a new tab (OFF-09). */
export function DirectionsSheet({ office, open, onClose }: DirectionsSheetProps) {
  const { t } = useLingui()
  const origin = usePlace()
  const destination = placeOf(office)
  if (!destination) return null
  const modes: [TravelMode, IconName, string][] = [
    ['walking', 'walk', t`A pie`],
    ['transit', 'bus', t`En transporte público`],
    ['driving', 'car', t`En auto`],
  ]
  return (
    <Sheet open={open} onClose={onClose} title={t`Cómo llegar`} closeLabel={t`Cerrar`}>
      <p>
        {office.address}, {office.district}
      </p>
      <div className={styles.modes}>
        {modes.map(([mode, icon, label]) => (
          <Button
            key={mode}
            look="quiet"
            wide
            icon={icon}
            target="_blank"
            href={directionsUrl(origin, destination, mode)}
            onClick={onClose}
          >
            {label}
          </Button>
        ))}
      </div>
    </Sheet>
  )
}
