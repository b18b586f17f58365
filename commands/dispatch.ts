import { RELEASE } from '#server/platform/release.ts'
import { isSpoken, type Said, spokenIn } from './language.ts'
import { SUBCOMMANDS } from './subcommands.ts'
import { EXIT, type Surroundings } from './surroundings.ts'

const BEFORE: Said = {
  en: 'numerito COMMAND …\n\n',
  es: 'numerito COMANDO …\n\n',
}
const AFTER: Said = {
  en: `
Each says by itself how it is used: numerito offices
Settings come from the environment; docs/operating/settings.md lists them.
--lang en|es   the language of this help; else that of the terminal (LANG)
--version      the version
`,
  es: `
Cada uno explica por sí mismo cómo se usa: numerito offices
Los ajustes vienen del entorno; docs/operating/settings.md los enumera.
--lang en|es   el idioma de esta ayuda; si no, el del terminal (LANG)
--version      la versión
`,
}
const UNKNOWN: Said = { en: 'there is no command', es: 'no existe el comando' }

function help(environment: Surroundings['environment']): string {
  const spoken = spokenIn(environment)
  const width = Math.max(...SUBCOMMANDS.map(({ name }) => name.length))
  const rows = SUBCOMMANDS.map(({ name, says }) => `  ${name.padEnd(width)}  ${says[spoken]}\n`)
  return BEFORE[spoken] + rows.join('') + AFTER[spoken]
}

/** @returns the exit code */
export async function dispatch(args: readonly string[], around: Surroundings): Promise<number> {
  if (args[0] === '--lang' && isSpoken(args[1]))
    return await dispatch(args.slice(2), {
      ...around,
      environment: { ...around.environment, LC_ALL: args[1] },
    })
  const [name, ...rest] = args
  const subcommand = SUBCOMMANDS.find(one => one.name === name)
  if (subcommand) return await subcommand.run(rest, around)
  if (name === '--version') {
    around.out(`${RELEASE}\n`)
    return EXIT.done
  }
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    const { environment, out } = around
    out(help(isSpoken(rest[1]) && rest[0] === '--lang' ? { LC_ALL: rest[1] } : environment))
    return EXIT.done
  }
  around.err(`numerito: ${UNKNOWN[spokenIn(around.environment)]} ${name}\n\n${help(around.environment)}`)
  return EXIT.misused
}
