import jsQR from 'jsqr'
import type { Locator, Page } from 'playwright-core'

/** What a camera reads on the slip. */
export async function readCode(page: Page | Locator): Promise<string> {
  const { width, data } = await page.getByRole('img', { name: /QR/ }).evaluate(async svg => {
    const image = new Image()
    image.src = `data:image/svg+xml,${encodeURIComponent(
      svg.outerHTML.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"'),
    )}`
    await image.decode()
    const canvas = new OffscreenCanvas(400, 400)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    return { width: 400, data: [...(context?.getImageData(0, 0, 400, 400).data ?? [])] }
  })
  return jsQR(Uint8ClampedArray.from(data), width, width)?.data ?? ''
}
