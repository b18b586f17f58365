import { type Environment, ENVIRONMENTS } from '#contract/bases.ts'

const META_NAME = 'numerito-environment'

/**
 * Which environment served the page: `<meta name="numerito-environment" content="staging">`. A meta tag, for a script
 * with data in it would need a hole in the content security policy. Nothing said, or nonsense, is prod.
 *
 * @see rule SHELL-09
 */
export function readEnvironment(page: Pick<Document, 'querySelector'>): Environment {
  const said = page.querySelector(`meta[name="${META_NAME}"]`)?.getAttribute('content')
  return ENVIRONMENTS.find(environment => environment === said) ?? 'prod'
}
