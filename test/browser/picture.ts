import type { Page } from 'playwright-core'
import { crc32, deflateSync } from 'node:zlib'

export const PICTURE_HOST = 'pictures.example.test'
export const PICTURE = `https://${PICTURE_HOST}/robot.png`
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Answers for the picture's host, which does not exist. */
export async function servePicture(page: Page): Promise<void> {
  await page.route(PICTURE, (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }))
}

/** Answers for `https://pictures.example.test/90x20.png` and the like with pictures of that size. */
export async function servePictures(page: Page): Promise<void> {
  await page.route(`https://${PICTURE_HOST}/*x*.png*`, (route) => {
    const [, width, height] = /(\d+)x(\d+)\.png/.exec(route.request().url()) ?? []
    const body = pngOf(Number(width), Number(height))
    return route.fulfill({ contentType: 'image/png', body })
  })
}

/** A picture whose address `servePictures` answers. */
export function pictureOf(width: number, height: number): string {
  return `https://${PICTURE_HOST}/${width}x${height}.png`
}

/** Grey from left to right. */
function pngOf(width: number, height: number): Buffer {
  const row = Buffer.from([0, ...Array.from({ length: width }, (_, x) => 90 + (x * 120) / width)])
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0], 8)
  const rows = Buffer.concat(Array.from({ length: height }, () => row))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
