import regexp from 'eslint-plugin-regexp'
import tseslint from 'typescript-eslint'

const SPREAD_LITERAL = {
  selector:
    ':matches(ArrayExpression, CallExpression, NewExpression) > SpreadElement > ArrayExpression, ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write the elements or members themselves.',
}
// A call takes some 100,000 arguments: a list of a sender's may be longer.
const SPREAD_INTO_CALL = {
  selector:
    'CallExpression[callee.property.name=/^(push|unshift|splice|concat|apply|max|min|fromCodePoint)$/] > SpreadElement',
  message: 'Lists of senders are longer than a call may have arguments: use a loop.',
}
// What the compiler cannot know it is told once, by a check that it can follow.
const DOUBLE_CAST = {
  selector: 'TSAsExpression > TSAsExpression.expression',
  message: 'Check the value instead of casting it twice.',
}

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'data/',
      'mutation/',
      'node_modules/',
      'test/blackbox/suite/',
      '*.config.js',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['build/*.mjs', 'docs/examples/*.mjs'] },
      },
    },
    // No comment silences a rule.
    linterOptions: { noInlineConfig: true },
    plugins: { regexp },
    rules: {
      // Expressions meet the text of senders: none may take more than linear time, wherever it begins.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      // Adapters may be synchronous or not; an async method without await is one way to say so.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      // Express declares its Request as an interface over Node's class.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', SPREAD_LITERAL, DOUBLE_CAST],
      // Warnings: a file is split by meaning, never to meet a number.
      'max-lines': ['warn', { max: 300 }],
      'max-lines-per-function': ['warn', { max: 80 }],
    },
  },
  {
    files: ['lib/**/*.ts', 'example-host/api/*.ts'],
    rules: { 'no-restricted-syntax': ['error', SPREAD_LITERAL, DOUBLE_CAST, SPREAD_INTO_CALL] },
  },
  {
    // The name takes a member out of the rest.
    rules: { '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }] },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // A describe block is one function; chai asserts with property expressions.
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
      // No sender's text comes here.
      'regexp/no-super-linear-backtracking': 'off',
      'regexp/no-super-linear-move': 'off',
    },
  },
  {
    // They say what must not compile.
    files: ['test/types/*.ts'],
    rules: {
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': 'allow-with-description' },
      ],
    },
  },
  // Runs before anything is built, or where a stranger copies it, so it has no types.
  { files: ['build/*.mjs', 'docs/examples/*.mjs'], ...tseslint.configs.disableTypeChecked },
)
