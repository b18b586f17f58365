import { afterAll } from 'vitest'
import { endIdleEngines } from './idle-engines.ts'

afterAll(endIdleEngines)
