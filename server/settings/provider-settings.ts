import type { InferOutput } from 'valibot'
import type { ProviderId } from '#contract/rest/accounts.ts'
import type { settingSchemas } from './setting-schemas.ts'
import type { SettingName } from './setting-table.ts'

/** Somebody who may be asked who a person is. */
export interface ProviderSettings {
  id: ProviderId
  issuer: string
  clientId: string
  clientSecret: string
  /** For the one that vouches for documents: where it says them, and how it is called. */
  document: { claim: string; type: 'rut' | 'dni'; scope: string; label: string | null } | null
}

type Values = InferOutput<typeof settingSchemas>
type Fault = (name: SettingName, text: string) => void

const SOCIAL = ['GOOGLE', 'FACEBOOK', 'MICROSOFT'] as const

/** Each by itself: one without id and secret is not offered, and one with half of them is a slip. */
export function providersOf(values: Values, fault: Fault): ProviderSettings[] {
  const social = SOCIAL.flatMap(name => {
    const clientId = values[`NUMERITO_${name}_ID`]
    const clientSecret = values[`NUMERITO_${name}_SECRET`]
    if (clientId && clientSecret === undefined)
      fault(`NUMERITO_${name}_SECRET`, `is needed with NUMERITO_${name}_ID`)
    if (clientSecret && clientId === undefined)
      fault(`NUMERITO_${name}_ID`, `is needed with NUMERITO_${name}_SECRET`)
    if (clientId === undefined || clientSecret === undefined) return []
    const issuer = values[`NUMERITO_${name}_ISSUER`]
    return [{ id: name.toLowerCase() as ProviderId, issuer, clientId, clientSecret, document: null }]
  })
  const document = documentProvider(values, fault)
  return document ? [...social, document] : social
}

const DOCUMENT = [
  'NUMERITO_DOCUMENT_ISSUER',
  'NUMERITO_DOCUMENT_ID',
  'NUMERITO_DOCUMENT_SECRET',
  'NUMERITO_DOCUMENT_CLAIM',
] as const

function documentProvider(values: Values, fault: Fault): ProviderSettings | null {
  const [issuer, clientId, clientSecret, claim] = DOCUMENT.map(name => values[name])
  if (DOCUMENT.every(name => values[name] === undefined)) return null
  for (const name of DOCUMENT) {
    if (values[name] === undefined) fault(name, `is needed: ${DOCUMENT.join(', ')} go together`)
  }
  if (!issuer || !clientId || !clientSecret || !claim) return null
  const {
    NUMERITO_DOCUMENT_TYPE: type,
    NUMERITO_DOCUMENT_SCOPE: scope,
    NUMERITO_DOCUMENT_LABEL: label = null,
  } = values
  return { id: 'document', issuer, clientId, clientSecret, document: { claim, type, scope, label } }
}
