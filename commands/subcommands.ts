import type { Said } from './language.ts'
import type { Surroundings } from './surroundings.ts'

export interface Subcommand {
  name: string
  says: Said
  /** Reads its code only when it is asked for: a help need not wait for the server's. */
  run(args: readonly string[], around: Surroundings): Promise<number>
}

/** In the order in which an operator comes to need them. */
export const SUBCOMMANDS: readonly Subcommand[] = [
  {
    name: 'start',
    says: {
      en: 'starts the server, and prints where everything is',
      es: 'inicia el servidor e indica dónde está cada cosa',
    },
    run: async (args, around) => (await import('./start.ts')).startCommand(args, around),
  },
  {
    name: 'offices',
    says: {
      en: 'checks and loads the offices file; links for walls and kiosks; clerks’ passwords',
      es: 'revisa y carga el archivo de oficinas; enlaces para pantallas y tótems; claves de ejecutivos',
    },
    run: async (args, around) => (await import('./offices.ts')).officesCommand(args, around),
  },
  {
    name: 'clerk',
    says: {
      en: 'gives a clerk a new password, and prints it once: clerk USER',
      es: 'da a un ejecutivo una clave nueva y la muestra una sola vez: clerk USUARIO',
    },
    run: async (args, around) =>
      (await import('./offices.ts')).officesCommand(['clerk-password', ...args], around),
  },
  {
    name: 'backup',
    says: {
      en: 'writes all that is kept into one file, while it serves: backup FILE',
      es: 'escribe todo lo que se guarda en un archivo, sin dejar de atender: backup ARCHIVO',
    },
    run: async (args, around) => (await import('./backup.ts')).backupCommand(args, around),
  },
  {
    name: 'restore',
    says: {
      en: 'makes an installation of such a file: restore FILE',
      es: 'crea una instalación a partir de ese archivo: restore ARCHIVO',
    },
    run: async (args, around) => (await import('./restore.ts')).restoreCommand(args, around),
  },
  {
    name: 'move',
    says: {
      en: 'moves all of it to another database: move --to postgresql://… or --to DIRECTORY',
      es: 'traslada todo a otra base de datos: move --to postgresql://… o --to DIRECTORIO',
    },
    run: async (args, around) => (await import('./move.ts')).moveCommand(args, around),
  },
  {
    name: 'check',
    says: {
      en: 'looks at settings, disk, clock, database, certificates, push, TURN, e-mail; says what to mend',
      es: 'revisa ajustes, disco, reloj, base de datos, certificados, avisos, TURN, correo; dice qué arreglar',
    },
    run: async (args, around) => (await import('./check.ts')).checkCommand(args, around),
  },
  {
    name: 'person',
    says: {
      en: 'reads out, or erases, all that is kept of one person',
      es: 'entrega, o borra, todo lo que se guarda de una persona',
    },
    run: async (args, around) => (await import('./person.ts')).personCommand(args, around),
  },
]
