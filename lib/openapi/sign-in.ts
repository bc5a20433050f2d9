import * as z from 'zod'
import type { Operation } from './operation.js'

const STORAGE = ['storage_unavailable', 'storage_timeout'] as const

export const SIGN_IN: readonly Operation[] = [
  {
    id: 'signIn',
    router: 'auth',
    method: 'post',
    path: '/login',
    summary: 'Sign in',
    description: 'The answer has the session token in the header `Token`.',
    body: z.object({
      login_id: z.string().describe('The username or the e-mail address.'),
      password: z.string().min(1),
    }),
    answers: [{ status: 200, description: 'Signed in', body: 'CurrentUser', headers: ['Token'] }],
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
  },
  {
    id: 'signOut',
    router: 'auth',
    method: 'post',
    path: '/logout',
    summary: 'Sign out',
    description: 'Ends the session of the token, if there is one.',
    answers: [{ status: 200, description: 'Signed out', body: 'Status' }],
    errors: STORAGE,
  },
  {
    id: 'getSignedIn',
    router: 'auth',
    method: 'get',
    path: '/me',
    summary: 'Get the signed-in user',
    answers: [{ status: 200, description: 'The user', body: 'CurrentUser' }],
    errors: ['session_expired', ...STORAGE],
  },
]
