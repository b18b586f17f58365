import { Trans, useLingui } from '@lingui/react/macro'
import { CATEGORIES } from '#contract/categories.ts'
import { MapPlaceField } from '../found/map-place-field.tsx'
import { TextAt, CheckAt, SelectAt } from './fields.tsx'
import { faultText } from './fault-text.ts'
import { useSetting } from './use-settings.ts'

/** Its name, its place, its clock. */
export function OfficePart() {
  const { t } = useLingui()
  const { value: isWebOnly } = useSetting<boolean>('options.web_only')
  return (
    <>
      <TextAt at="name" hint={<Trans>Como la busca la gente: Notaría Providencia</Trans>} />
      <SelectAt
        at="category"
        hint={<Trans>Dice también de qué organización es.</Trans>}
        options={CATEGORIES.map(({ slug, name }) => ({ value: slug, label: name }))}
      />
      <CheckAt at="options.web_only" hint={<Trans>No hay dónde ir: todas sus filas son por video.</Trans>} />
      <TextAt at="address" />
      <TextAt at="district" />
      <TextAt at="region" />
      {!isWebOnly && <MapPlace />}
      <SelectAt
        at="time_zone"
        hint={<Trans>Todas las horas de la oficina son las de ahí.</Trans>}
        none={t`Elige una`}
        options={Intl.supportedValuesOf('timeZone').map(zone => ({
          value: zone,
          label: zone.replaceAll('_', ' '),
        }))}
      />
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
