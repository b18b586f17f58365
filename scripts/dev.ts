import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { whenStarterIsGone } from '#server/platform/starter.ts'

/**
 * `npm run dev`: the application with hot reload at DEV_PORT, and the server behind it at PORT, which starts
 * anew when one of its files is written. Where one of them ends, so does the other.
 */
const root = join(import.meta.dirname, '..')
const { PORT = '4000', DEV_PORT = '5173', ...settings } = process.env
const origins = [DEV_PORT, PORT].map(port => `http://localhost:${port}`)

const run = (args: string[]) =>
  spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    // The pages come from Vite's origin, and are let in by name as everybody's.
    env: { NUMERITO_ORIGIN: origins.join(','), ...settings, PORT },
  })
const both = [
  run(['--watch', '--watch-preserve-output', 'server/main.ts']),
  run(['node_modules/vite/bin/vite.js', '--port', DEV_PORT, '--strictPort']),
]

function end(): void {
  for (const child of both) child.kill('SIGTERM')
}
for (const child of both) {
  child.once('exit', code => {
    process.exitCode ??= code ?? 0
    end()
  })
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end)
whenStarterIsGone('dev', join(root, 'package.json'), end)
