// The first versions of Bun have no command that prints these.
process.stdout.write(`${['bun', Bun.version, process.versions.webkit].join(' ')}\n`)
