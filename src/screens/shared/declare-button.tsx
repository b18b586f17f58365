import { Trans } from '@lingui/react/macro'
import { Button } from '#src/ui/press/button.tsx'

/**
 * Under the refusal for a document that somebody else used: whoever presses it says that the document is
 * theirs (DOC-01).
 */
export function DeclareButton({ onDeclare }: { onDeclare: () => void }) {
  return (
    <>
      <Button look="soft" icon="user" onClick={onDeclare}>
        <Trans>No fui yo</Trans>
      </Button>
      <p>
        <Trans>Es tu documento y sigues igual. En la oficina te pedirán la cédula.</Trans>
      </p>
    </>
  )
}
