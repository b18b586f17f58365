import { Trans, useLingui } from '@lingui/react/macro'
import { CATEGORIES } from '#contract/categories.ts'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { MapPlaceField } from '../found/map-place-field.tsx'
import { CheckAt, SelectAt, TextAt } from './fields.tsx'
import { faultText } from './fault-text.ts'
import styles from './settings.module.css'
import { useSetting } from './use-settings.ts'

/** Its name, its place, its clock. */
export function OfficePart() {
  const { t } = useLingui()
  const { value: slug } = useSetting<string>('category')
  const category = CATEGORIES.find(one => one.slug === slug)?.name ?? slug
  const { value: isWebOnly } = useSetting<boolean>('options.web_only')
  const { value: zone } = useSetting<string>('time_zone')
  const zones = Intl.supportedValuesOf('timeZone')
  return (
    <>
      <Section title={<Trans>Cómo se llama</Trans>}>
        <TextAt at="name" hint={<Trans>Como la busca la gente: Notaría Providencia</Trans>} />
        <p className={styles.soft}>
          <Trans>Es de {category}, y eso no cambia: dice también de qué organización es.</Trans>
        </p>
      </Section>
      <Section title={<Trans>Dónde está</Trans>}>
        <CheckAt
          at="options.web_only"
          hint={<Trans>No hay dónde ir: todas sus filas son por video.</Trans>}
        />
        <TextAt at="address" />
        <div className={styles.pair}>
          <TextAt at="district" />
          <TextAt at="region" />
        </div>
        {!isWebOnly && <MapPlace />}
        <SelectAt
          at="time_zone"
          hint={<Trans>Todas las horas de la oficina son las de ahí.</Trans>}
          none={t`Elige una`}
          // A browser lists one name for each zone; the office's may be another, and must not seem unchosen.
          options={[...(zone && !zones.includes(zone) ? [zone] : []), ...zones].map(name => ({
            value: name,
            label: name.replaceAll('_', ' '),
          }))}
        />
      </Section>
    </>
  )
}

/** One field for both coordinates, as maps give them. */
function MapPlace() {
  const { i18n } = useLingui()
  const latitude = useSetting<number | null>('latitude')
  const longitude = useSetting<number | null>('longitude')
  const fault = latitude.fault ?? longitude.fault
  return (
    <MapPlaceField
      id={latitude.id}
      place={
        latitude.value === null || longitude.value === null
          ? null
          : { latitude: latitude.value, longitude: longitude.value }
      }
      error={fault && faultText(fault, i18n)}
      onChange={place => {
        latitude.set(place?.latitude ?? null)
        longitude.set(place?.longitude ?? null)
      }}
    />
  )
}
