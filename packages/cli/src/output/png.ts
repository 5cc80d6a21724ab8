import { UsageError } from '@steelyard/measure'
import { reasonOf } from '../process/reason-of.ts'

/** Draws an SVG at twice its size, by the browser of CHROME_PATH or Chrome. UsageError without one, or without puppeteer-core. */
export async function pngOf(svg: string): Promise<Uint8Array> {
  const browser = await startBrowser()
  try {
    const page = await browser.newPage()
    await page.setJavaScriptEnabled(false)
    const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
    const size = { width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) }
    await page.setViewport({ ...size, deviceScaleFactor: 2 })
    await page.setContent(`<style>body{margin:0}</style>${svg}`)
    return await page.screenshot()
  } finally {
    await browser.close()
  }
}

async function startBrowser() {
  const { default: puppeteer } = await import('puppeteer-core').catch(() => {
    throw new UsageError(
      'Cannot draw a PNG: the package puppeteer-core is not installed. Install it, or use --svg.',
    )
  })
  const { CHROME_PATH: executablePath } = process.env
  try {
    return await puppeteer.launch({
      ...(executablePath === undefined ? { channel: 'chrome' } : { executablePath }),
      headless: 'shell',
      // Chrome refuses to start as root with its sandbox. It gets a picture of ours, without scripts.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    })
  } catch (error) {
    throw new UsageError(
      `Cannot draw a PNG: no browser starts (${reasonOf(error)}). Name one in CHROME_PATH, or use --svg.`,
      { cause: error },
    )
  }
}
