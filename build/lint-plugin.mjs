import { builtinRules } from 'eslint/use-at-your-own-risk'

// oxlint does not have this rule.
export default {
  meta: { name: 'syntax' },
  rules: { restricted: builtinRules.get('no-restricted-syntax') },
}
