import { lastStood } from '#src/stores/last-stood.ts'
import { SlimBar } from '#src/ui/shell/slim-bar.tsx'
import { Place } from '#src/ui/state/place.tsx'

/**
 * The places of what was held when somebody last looked, until the database says what is held now.
 * @param officeSlug at this office alone
 */
export function HeldPlaces({ officeSlug }: { officeSlug?: string | undefined }) {
  return lastStood
    .held()
    .filter(held => officeSlug === undefined || held.officeSlug === officeSlug)
    .map(({ kind, officeSlug: slug }, at) => (
      <Place key={at}>
        <SlimBar
          href={`/offices/${slug}`}
          number="A000"
          title="…"
          detail={
            kind === 'ticket' ? (
              <>
                …<br />…
              </>
            ) : (
              '…'
            )
          }
        />
      </Place>
    ))
}
