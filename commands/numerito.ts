#!/usr/bin/env node
import { dispatch } from './dispatch.ts'
import { terminal } from './surroundings.ts'

process.exitCode = await dispatch(process.argv.slice(2), terminal)
