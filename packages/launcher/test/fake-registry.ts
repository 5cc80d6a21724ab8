import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A registry on loopback with one package, `fake-node`, whose binaries are scripts that answer as Node does. */
export class FakeRegistry {
  readonly #server: Server
  readonly #tarballs = new Map<string, Buffer>()
  readonly requests: string[] = []
  /** Sends half of each tarball, and the rest never. */
  isStuck = false
  /** The hashes it announces are those of something else. */
  isLying = false

  private constructor() {
    this.#server = createServer((request, response) => {
      this.requests.push(request.url ?? '')
      const version = /-(\d+\.\d+\.\d+(?:-[\w.]+)?)\.tgz$/.exec(request.url ?? '')?.[1]
      if (version === undefined) {
        const text = JSON.stringify(this.#packument())
        // Revalidated every time, as if the response were old.
        response
          .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=0' })
          .end(text)
        return
      }
      const bytes = this.#tarballs.get(version) ?? Buffer.alloc(0)
      response.writeHead(200, { 'content-length': bytes.length })
      if (this.isStuck) response.write(bytes.subarray(0, bytes.length / 2))
      else response.end(bytes)
    })
  }

  static async open(directory: string, versions: readonly string[]): Promise<FakeRegistry> {
    const registry = new FakeRegistry()
    for (const version of versions) registry.#tarballs.set(version, await tarballOf(directory, version))
    registry.#server.listen(0, '127.0.0.1')
    await once(registry.#server, 'listening')
    return registry
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  integrityOf(version: string): string {
    const hash = createHash('sha512').update(this.#tarballs.get(version) ?? '')
    return `sha512-${hash.digest('base64')}`
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  #packument(): unknown {
    const manifests = [...this.#tarballs].map(([version, bytes]) => {
      const hash = createHash('sha512').update(this.isLying ? 'something else' : bytes)
      const tarball = `${this.address}fake-node/-/fake-node-${version}.tgz`
      const dist = { tarball, integrity: `sha512-${hash.digest('base64')}` }
      return [version, { name: 'fake-node', version, dist }] as const
    })
    const latest = manifests.findLast(([version]) => !version.includes('-'))?.[0]
    const tags = { latest, next: '32.0.0-rc.1' }
    return { name: 'fake-node', 'dist-tags': tags, versions: Object.fromEntries(manifests), time: {} }
  }
}

async function tarballOf(directory: string, version: string): Promise<Buffer> {
  const folder = join(directory, version)
  await mkdir(join(folder, 'package/bin'), { recursive: true })
  await writeFile(
    join(folder, 'package/package.json'),
    JSON.stringify({ name: 'fake-node', version, bin: { node: 'bin/node' } }),
  )
  await writeFile(join(folder, 'package/bin/node'), `#!/bin/sh\necho node ${version} 13.6.1\n`)
  await promisify(execFile)('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder })
  return readFile(join(folder, 'package.tgz'))
}
