import fc from 'fast-check'

// A failure kills the mutant: looking for a smaller counterexample only takes time.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })
