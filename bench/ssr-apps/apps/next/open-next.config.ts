import { defineCloudflareConfig } from '@opennextjs/cloudflare'

export default {
  ...defineCloudflareConfig({}),
  buildCommand: 'node node_modules/next/dist/bin/next build',
}
