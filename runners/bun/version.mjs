// The first versions of Bun cannot be asked on the command line.
process.stdout.write(`${['bun', Bun.version, process.versions.webkit].join(' ')}\n`)
