import type { Page } from 'playwright-core'

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
