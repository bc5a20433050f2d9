import tseslint from 'typescript-eslint'

export default tseslint.config(
  { ignores: ['dist/', 'data/', 'node_modules/', 'test/blackbox/suite/', '*.config.js'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // Adapters may be synchronous or not; an async method without await is one way to say so.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: 'error',
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 60 }],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // A describe block is one function; chai asserts with property expressions.
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
)
