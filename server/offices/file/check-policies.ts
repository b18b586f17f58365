import { policyTexts, type Policy } from '#contract/rest/policies.ts'
import { ownPolicy } from '#server/policies/own-policy.ts'
import type { Spot } from './spot.ts'

/** Texts by version. */
export type KnownPolicies = ReadonlyMap<string, Policy['texts']>

const isSame = (a: Policy['texts'], b: Policy['texts']) => a.es === b.es && a.en === b.en && a.pt === b.pt

/**
 * A version is one text for good: people accepted it, and can read what they accepted. Offices may share one.
 * @param known what was loaded before
 */
export function checkPolicies(roots: readonly Spot[], known: KnownPolicies): void {
  const forAll = roots.map(root => root.at('policy')).filter(({ value }) => value !== undefined)
  for (const spot of forAll.slice(1)) {
    const [first] = forAll
    const place = first && `line ${first.line} of ${first.part.file}`
    spot.report('policy-twice', `the policy for all offices stands already in ${place}`)
  }
  const taken = new Map(known).set(ownPolicy.version, ownPolicy.texts)
  const ofOffices = roots.flatMap(root => root.at('offices').items()).map(office => office.at('policy'))
  for (const spot of [...forAll, ...ofOffices]) {
    const version = spot.at('version').value
    const texts = spot.as(policyTexts)
    if (typeof version !== 'string' || texts === undefined) continue
    const other = taken.get(version)
    if (other && !isSame(other, texts)) {
      spot
        .at('version')
        .report(
          'policy-differs',
          `another text is known as version “${version}”: give this one a new version`,
        )
    }
    taken.set(version, other ?? texts)
  }
}
