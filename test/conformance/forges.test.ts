import { azuredevops } from '../../lib/formats/forges/azuredevops/index.js'
import { bitbucket } from '../../lib/formats/forges/bitbucket/index.js'
import { gitea } from '../../lib/formats/forges/gitea/index.js'
import { github } from '../../lib/formats/forges/github/index.js'
import { gitlab } from '../../lib/formats/forges/gitlab/index.js'
import { describeFormat, type FormatFixture } from 'express-incoming-webhooks/conformance'
import { type Format } from 'express-incoming-webhooks/formats'
import { formatFixtures } from '../support/format-requests.js'

/** Recorded requests of a format, but for those that are forms. */
function fixturesOf(format: Format): readonly FormatFixture[] {
  return formatFixtures()
    .filter((each) => each.format === format.name && each.contentType?.includes('json') === true)
    .map(({ name, body, headers }) => ({ name, body: JSON.parse(body) as unknown, headers }))
}

for (const format of [github, gitlab, gitea, bitbucket, azuredevops]) {
  describeFormat(format, fixturesOf(format))
}
