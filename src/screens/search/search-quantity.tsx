import { Plural } from '@lingui/react/macro'

/** How many offices were found. */
export const SearchQuantity = ({ resultsQuantity }: { resultsQuantity: number }) => (
  <Plural value={resultsQuantity} _0="Ninguna oficina" one="# oficina" other="# oficinas" />
)
