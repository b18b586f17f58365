/** Joins the class names that apply, so that an absent one leaves no trace in the markup. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
