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
      // Express declares its Request as an interface over Node's class.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      eqeqeq: 'error',
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 60 }],
    },
  },
  {
    // Buffering a whole multipart body is discouraged; this one is limited and in memory already.
    files: ['lib/http/body.ts'],
    rules: { '@typescript-eslint/no-deprecated': 'off' },
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
    },
  },
)
