import * as z from 'zod'
import { jsonAnswer } from './answers.js'
import { type ApiOperation, jsonContent } from './operation.js'
import { MANAGEMENT_EXAMPLES } from './examples.js'
import { schemaOf } from './schema.js'

const STORAGE = ['storage_unavailable', 'storage_timeout'] as const

const LOGIN = z.object({
  login_id: z.string().min(1).describe('The username or the e-mail address.'),
  password: z.string().min(1),
})

/** Sign-in for hosts without one of their own. */
export function signInOperations(mount: string): readonly ApiOperation[] {
  const tag = 'Sign-in'
  const example = MANAGEMENT_EXAMPLES['signIn']
  return [
    {
      id: 'signIn',
      tag,
      method: 'post',
      path: `${mount}/login`,
      summary: 'Sign in',
      description: 'The answer has the session token in the header `Token`.',
      body: { required: true, content: jsonContent(schemaOf(LOGIN), example?.request) },
      answers: [
        {
          status: 200,
          description: 'Signed in',
          content: jsonAnswer('CurrentUser', example?.answer),
          headers: ['Token'],
        },
      ],
      errors: [
        'invalid_body',
        'password_blank',
        'sign_in_failed',
        'rate_limited',
        'body_timeout',
        'body_too_large',
        'unsupported_encoding',
        ...STORAGE,
      ],
      isPublic: true,
    },
    {
      id: 'signOut',
      tag,
      method: 'post',
      path: `${mount}/logout`,
      summary: 'Sign out',
      description: 'Ends the session of the token, if there is one.',
      answers: [{ status: 200, description: 'Signed out', content: jsonAnswer('Status') }],
      errors: STORAGE,
      isPublic: true,
    },
    {
      id: 'getSignedIn',
      tag,
      method: 'get',
      path: `${mount}/me`,
      summary: 'Get the signed-in user',
      answers: [{ status: 200, description: 'The user', content: jsonAnswer('CurrentUser') }],
      errors: ['session_expired', ...STORAGE],
    },
  ]
}
