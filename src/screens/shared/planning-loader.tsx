import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { LOADER_ROTATION_MS } from '#contract/limits.ts'
import { Loader } from '#src/ui/state/loader.tsx'

/** The full-screen loader: three messages, one a second (SHELL-03). */
export function PlanningLoader() {
  const { t } = useLingui()
  const [step, setStep] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setStep(count => count + 1), LOADER_ROTATION_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <Loader
      step={step}
      messages={[t`Planificando la asesoría`, t`Buscando fechas disponibles`, t`Buscando horas disponibles`]}
    />
  )
}
