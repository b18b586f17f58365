import { useLingui } from '@lingui/react/macro'
import type { OwnMedia } from '#src/meet/own-media.ts'
import type { MediaKind } from '#src/platform/camera.ts'
import { SelectField } from '#src/ui/form/select-field.tsx'
import { useTold } from './use-told.ts'

/** Which camera, which microphone; not asked where there is only one. */
export function DeviceChoice({ media, kind }: { media: OwnMedia; kind: MediaKind }) {
  const { t } = useLingui()
  const state = useTold(media)
  const devices = state.devices.filter(device => device.kind === kind && device.id !== '')
  if (devices.length < 2) return null
  const options = devices.map(({ id, label }, at) => {
    const number = at + 1
    const nameless = kind === 'video' ? t`Cámara ${number}` : t`Micrófono ${number}`
    return { value: id, label: label || nameless }
  })
  return (
    <SelectField
      label={kind === 'video' ? t`Cámara` : t`Micrófono`}
      options={options}
      value={state[kind].device ?? ''}
      disabled={state.isAsking}
      onChange={event => void media.choose({ kind, id: event.currentTarget.value })}
    />
  )
}
