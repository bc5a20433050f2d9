import fc from 'fast-check'

// The same data on every run, so that a change is to blame for a failure; FC_SEED tries other data.
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_261_120) })
