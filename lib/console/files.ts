import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RequestHandler } from 'express'

/** As small as a tenth of a second of work makes the largest file. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** In the order in which they are preferred. */
const ENCODINGS = {
  br: (text: string): Promise<Buffer> => promisify(brotliCompress)(text, BROTLI),
  gzip: (text: string): Promise<Buffer> => promisify(gzip)(text),
}
const NAMES = ['br', 'gzip'] as const

/**
 * Sends files, by the last part of the path. Each is compressed once, when a browser first asks for it. Their
 * names change with their contents.
 */
export function pageFiles(files: ReadonlyMap<string, string>): RequestHandler {
  const kept = new Map<string, Promise<Buffer>>()
  return async (req, res, next) => {
    const name = req.path.slice(req.path.lastIndexOf('/') + 1)
    const text = files.get(name)
    if (text === undefined) {
      next()
      return
    }
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    res.vary('Accept-Encoding').type(extname(name))
    const encoding = NAMES.find((each) => req.acceptsEncodings(each) !== false)
    if (encoding === undefined) {
      res.send(text)
      return
    }
    const key = `${name}.${encoding}`
    const packed = kept.get(key) ?? ENCODINGS[encoding](text)
    kept.set(key, packed)
    res.setHeader('Content-Encoding', encoding).send(await packed)
  }
}
