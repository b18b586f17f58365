import type { Office } from '#contract/rest/offices.ts'
import { mapUrl } from '#src/domain/directions-url.ts'
import { placeOf } from '#contract/rules/distance.ts'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Link } from '#src/ui/link.tsx'
import { MapLinkWords } from './office-places.tsx'
import styles from './office-address.module.css'

/**
 * Where it is, in words that can be copied, and on the map in a new tab. Nothing for one that has no place to
 * go to.
 */
export function OfficeAddress({ office }: { office: Office }) {
  const hidesDirections = useUi(isHidden('directions'))
  const place = placeOf(office)
  if (!place) return null
  return (
    <p className={styles.address}>
      <Icon name="pin" size="s" />
      <span>
        {office.address}, {office.district}{' '}
        {!hidesDirections && (
          <Link href={mapUrl(place)} target="_blank" className={styles.map}>
            <MapLinkWords />
          </Link>
        )}
      </span>
    </p>
  )
}
