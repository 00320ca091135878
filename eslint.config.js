import tseslint from 'typescript-eslint'

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', 'node_modules/', 'tests/fixtures/', 'examples/'] },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/return-await': 'off',
      'no-console': 'error',
    },
  },
  { files: ['src/cli/**/*.ts', 'scripts/**', 'tests/**'], rules: { 'no-console': 'off' } },
  {
    files: ['{tests,prove}/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    files: ['src/{plan,dialects,run}/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'console', 'setTimeout', 'setInterval', 'performance', 'fetch'],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'the core has no clock: take `now` as an argument' },
        { object: 'Math', property: 'random', message: 'the core has no dice: take a seed as an argument' },
      ],
    },
  },
)
