import { expect } from 'chai'
import { isCredentialName } from '../../lib/rules/credential-names.js'

describe('the name of a member', () => {
  for (const name of [
    'token',
    'Token',
    'access_token',
    'accessToken',
    'X-Auth-Token',
    'TOKENS',
    'token2',
    'secret',
    'webhookSecret',
    'clientSECRET',
    'clientsecret',
    'csrftoken',
    'otp',
    'password',
    'user.password',
    'signature',
    'X-Hub-Signature-256',
    'sign',
    'Authorization',
    'api_key',
    'apiKey',
    'APIKey',
    'apikey',
    'X-API-Key',
    'private key',
    'credentials',
  ]) {
    it(`is that of a credential: ${name}`, () => expect(isCredentialName(name)).to.equal(true))
  }

  for (const name of [
    '',
    'design',
    'assignee',
    'signal',
    'tokenize',
    'secretary',
    'key',
    'issue_key',
    'keyApi',
    'passwordless',
    'authorized_by',
    'compass',
    '密码',
  ]) {
    it(`is not that of a credential: ${name}`, () => expect(isCredentialName(name)).to.equal(false))
  }
})
