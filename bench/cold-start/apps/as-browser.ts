declare const process: { browser?: boolean } | undefined

// A bundle has no `require`: with this, TypeScript does without the modules that its package.json leaves out for browsers.
if (typeof process !== 'undefined') process.browser = true
