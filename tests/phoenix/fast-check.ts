import fc from 'fast-check'

const SEED = 20_261_121

/**
 * The same cases in every run, as for the house's properties; but these tests go with the room when it
 * becomes a package, so they bring what they need.
 */
fc.configureGlobal({ seed: Number(process.env.NUMERITO_TEST_SEED ?? SEED) })

export default fc
