/** What the tests use of oidc-provider, which brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  interface Context {
    oidc: {
      client: { clientId: string }
      session: { accountId: string }
      params: { scope: string }
    }
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly Client: { prototype: { redirectUriAllowed(uri: string): boolean } }
    readonly Grant: new (about: {
      clientId: string
      accountId: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ uid: string; prompt: { name: string } }>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<void>
    on(event: string, listener: (...args: never[]) => void): void
  }

  export namespace interactionPolicy {
    class Prompt {
      constructor(about: { name: string; requestable?: boolean })
    }
    function base(): object[] & { add(prompt: Prompt, at?: number): void; get(name: string): object }
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export default class MemoryAdapter {}
}
