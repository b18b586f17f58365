import { type Environment, ENVIRONMENTS } from '#contract/bases.ts'
import { parseServiceHosts, type ServiceHosts } from '#contract/service-hosts.ts'

type Page = Pick<Document, 'querySelector'>

/** By meta tags, for a script with data in it would need a hole in the content security policy. */
const saidOf = (page: Page, name: string) =>
  page.querySelector(`meta[name="numerito-${name}"]`)?.getAttribute('content')

/**
 * Which environment served the page: `<meta name="numerito-environment" content="staging">`. Nothing said, or
 * nonsense, is prod.
 * @see rule SHELL-09
 */
export function readEnvironment(page: Page): Environment {
  const said = saidOf(page, 'environment')
  return ENVIRONMENTS.find(environment => environment === said) ?? 'prod'
}

/**
 * Where that environment's services stand: `<meta name="numerito-services"
 * content="socket=https://b.example">`. Nothing said, or nonsense, is the page's own origin.
 * @see rule SHELL-09
 */
export const readServiceHosts = (page: Page): ServiceHosts =>
  parseServiceHosts(saidOf(page, 'services') ?? '') ?? {}
