import fc from 'fast-check';

// Continuous integration checks the same generated inputs at every run, so that a change is judged by what it changed;
// everywhere else each run looks at new ones, and a failure names its seed.
if (process.env.CI) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_130 });
