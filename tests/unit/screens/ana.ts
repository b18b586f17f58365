import type { Session } from '#contract/rest/login.ts'

/** Ana, who is signed in: with an account, or as a temporary user. */
export const anaSignedIn = (temporal: boolean) =>
  ({
    user_id: '5b1c0c5e-1111-4111-8111-111111111111',
    token: 'token',
    expires_at: '2099-12-05T12:00:00.000Z',
    name: 'Ana Rojas',
    email: 'ana@correo.example',
    phone: '+56911111111',
    identity_type: 'rut',
    meta: { temporal },
    accepted_policies: ['1'],
  }) satisfies Session
