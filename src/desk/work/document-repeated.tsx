import { Trans } from '@lingui/react/macro'
import { StateWord } from '#src/ui/state/state-word.tsx'

/**
 * Two people used one document, and one of them says that it is theirs: the card in the hand settles it
 * (DOC-01).
 */
export const DocumentRepeated = () => (
  <StateWord tone="loss" icon="warning">
    <Trans>Documento repetido: pide la cédula</Trans>
  </StateWord>
)
