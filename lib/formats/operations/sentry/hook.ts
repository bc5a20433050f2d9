import { at, code, firstText, listAt, memberAt, type Text, textAt } from '../../kit.js'

/** Whether a request is of one of these resources. */
export function isOf(...resources: readonly string[]): (body: unknown) => boolean {
  return (body) => resources.includes(textAt(body, 'resource'))
}

/** Its page; the address of the API is for programs. */
export function pageIn(member: 'data' | 'found'): (body: unknown) => string {
  return (body) => {
    const url = textAt(body, member, 'url')
    return (
      firstText(at(body, member), 'web_url', 'permalink') || (url.includes('/api/0/') ? '' : url)
    )
  }
}

/** A text that is code, such as where an error happened. */
export function codeIn(path: string): (body: unknown) => Text {
  return (body) => code(textAt(memberAt(body, path)))
}

/** The value of a tag, such as the environment: `['environment', 'prod']`, or with a key. */
export function tagIn(name: string): (body: unknown) => string {
  return (body) => {
    const tags = listAt(body, 'found', 'tags')
    const tag = tags.find((each) => [memberAt(each, '0'), memberAt(each, 'key')].includes(name))
    return textAt(memberAt(tag, '1')) || textAt(tag, 'value')
  }
}
