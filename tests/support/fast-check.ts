import fc from 'fast-check'

const SEED = 20_261_121

/**
 * Properties see the same cases in every run, so that what fails fails again; NUMERITO_TEST_SEED lets them
 * see others.
 */
fc.configureGlobal({ seed: Number(process.env.NUMERITO_TEST_SEED ?? SEED) })

export default fc
