import type { MessageDescriptor } from '@lingui/core'
import { formTexts } from '#src/texts/form-texts.ts'
import type { PersonField } from '#src/domain/person-draft.ts'

/** What is said of each field at fault, in §5's words. */
export const personTexts: Record<PersonField, MessageDescriptor> = {
  name: formTexts.name,
  identity: formTexts.identity,
  phone: formTexts.phone,
  email: formTexts.email,
  policy: formTexts.policyMissing,
}
