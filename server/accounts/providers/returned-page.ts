import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Language } from '#contract/primitives.ts'
import { RETURNED, RETURNED_CHANNEL } from '#contract/provider-return.ts'
import { returnedTexts } from '#locales/returned/texts.ts'

/**
 * Calls out on our own origin, where every page of ours hears it whatever the headers cut, and closes the
 * window. It knows nothing else: neither whose attempt it is nor what came of it.
 */
const SCRIPT = `new BroadcastChannel(${JSON.stringify(RETURNED_CHANNEL)}).postMessage(${JSON.stringify(RETURNED)});close()`
const STYLE =
  ':root{color-scheme:light dark;font:1.125rem/1.5 system-ui,sans-serif}' +
  'body{display:grid;place-content:center;min-height:100svh;margin:0;padding:1.5rem;box-sizing:border-box;text-align:center}' +
  'h1{font-size:1.75rem;margin:0}p{margin:.5rem 0 1.5rem}' +
  'a{display:inline-block;min-height:3rem;line-height:3rem;padding:0 1.5rem;color:inherit}'

const allow = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing may run, load, be sent or frame it but what stands here. */
const POLICY = [
  "default-src 'none'",
  `script-src ${allow(SCRIPT)}`,
  `style-src ${allow(STYLE)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export interface Returned {
  language: Language
  /** `unknown`: it came back to no attempt that stands, so no page of ours says what became of it. */
  how: 'done' | 'failed' | 'unknown'
  /** Our own page, for whoever comes without a window to go back to. */
  home: string
}

export function sendReturnedPage(reply: FastifyReply, { language, how, home }: Returned): FastifyReply {
  const texts = returnedTexts[language]
  const title = how === 'done' ? texts.done : texts.failed
  // Then this window is where it is read: it stays.
  const [words, script] = how === 'unknown' ? [texts.again, ''] : [texts.close, `<script>${SCRIPT}</script>`]
  return (
    reply
      .code(200)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-store')
      // Its address holds the code.
      .header('referrer-policy', 'no-referrer')
      .send(
        `<!doctype html><html lang="${language}"><meta charset="utf-8">` +
          `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Numerito</title>` +
          `<style>${STYLE}</style><main><h1>${title}</h1><p>${words}</p><a href="${home}">${texts.back}</a></main>` +
          `${script}</html>`,
      )
  )
}
