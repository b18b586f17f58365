import { afterAll } from 'vitest'
import { endIdleEngines } from './memory-database.ts'

afterAll(endIdleEngines)
