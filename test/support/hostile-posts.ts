import type { PostToShow } from '../../lib/render/index.js'
import { allOr } from './all.js'
import { badInputs } from './bad-inputs.js'
import { postsOfBody, WebhookError } from './translation.js'

/** Each would run a script, load something or break out of its place if it were HTML as it stands. */
const TEXTS: readonly string[] = [
  '<script>hit()</script>',
  '<img src=x onerror=hit()>',
  '<svg/onload=hit()>',
  '<iframe srcdoc="<script>hit()</script>">',
  '<a href="javascript:hit()">a</a>',
  '[a](javascript:hit())',
  '[a](JaVaScRiPt:hit%28%29)',
  '[a](&#106;avascript:hit())',
  '[a](java\\\nscript:hit())',
  '[a](<java\tscript:hit()>)',
  '[a](data:text/html,<script>hit()</script>)',
  '[a](vbscript:hit())',
  '<javascript:hit()>',
  '[a](https://a.example/"onmouseover="hit())',
  '[a](https://a.example "title\\" onclick=\\"hit()")',
  "[a](https://a.example/'onclick='hit())",
  '![a](x"onerror="hit())',
  '![" onerror="hit()](https://a.example/b.png)',
  '![a](javascript:hit())',
  '[![a](javascript:hit())](javascript:hit())',
  'https://a.example/"onclick="hit()',
  '<https://a.example/"onclick="hit()>',
  '```"><script>hit()</script>\na\n```',
  '`<script>hit()</script>`',
  '| <script>hit()</script> |\n|---|\n| <img src=x onerror=hit()> |',
  '[a]: javascript:hit()\n\n[a]',
  '&lt;script&gt;hit()&lt;/script&gt;',
  '&#60;script&#62;hit()&#60;/script&#62;',
  '\u0000<script>hit()</script>',
  '<scr\u0000ipt>hit()</script>',
  '<!--><script>hit()</script>-->',
  '</p></blockquote></div><script>hit()</script>',
  '<style>@import "https://a.example/x"</style>',
  '<base href="https://a.example/">',
  '<meta http-equiv=refresh content="0;url=https://a.example/">',
  '<form action="https://a.example/"><input name=a></form>',
  '1e9. a\n999999999. b',
  '\ud800<b>\udc00',
]

// prettier-ignore
const MEMBERS = [
  'color', 'pretext', 'author_name', 'author_link', 'author_icon', 'title', 'title_link', 'text',
  'image_url', 'thumb_url', 'thumb_alt', 'footer', 'footer_icon', 'fallback', 'ts',
]

/** Posts that hold each of these texts in every place, as somebody could have put them into a store. */
export function hostilePosts(): readonly PostToShow[] {
  return TEXTS.flatMap((text) => {
    const everywhere = Object.fromEntries(MEMBERS.map((name) => [name, text]))
    const fields = [{ title: text, value: text, short: text }]
    const actions = [
      { id: text, type: text, name: text, url: text },
      { name: text, style: text },
    ]
    return [
      { message: text, props: { attachments: [{ ...everywhere, fields, actions }] } },
      { message: '', props: { attachments: [{ fallback: text }] } },
    ]
  })
}

/**
 * What becomes of the bodies that the black-box suite calls bad, where a message does. Of long ones, the
 * first and the last post: those between repeat the same, and are searched.
 */
export function badPosts(): readonly PostToShow[] {
  return badInputs().flatMap(({ body }) => {
    try {
      const posts = postsOfBody(body)
      return allOr(posts, posts.length < 3 ? posts : [...posts.slice(0, 1), ...posts.slice(-1)])
    } catch (error) {
      if (error instanceof WebhookError) return []
      throw error
    }
  })
}
