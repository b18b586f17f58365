const wishes = new URLSearchParams(location.search)

/** What is shown can be changed by the address, to try long numbers and long lines. */
export const sample = {
  number: wishes.get('number') ?? 'A042',
  module: wishes.get('module') ?? '3',
  ahead: Number(wishes.get('ahead') ?? 3),
}
