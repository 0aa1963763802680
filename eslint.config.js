import tseslint from 'typescript-eslint';

const pure = [
  { object: 'Date', property: 'now', message: 'Core has no clock: pass the time in.' },
  { object: 'Math', property: 'random', message: 'Core has no randomness: derive ids from their content.' },
];

export default tseslint.config(
  { ignores: ['out/', 'node_modules/', 'coverage/', 'reports/', 'e2e/conformance/', 'e2e/hosts/stand-in/**/*.cjs', 'test-results/', 'playwright-report/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.base],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      'no-restricted-globals': ['error', { name: 'eval', message: 'Nothing from outside is evaluated.' }],
      'no-implied-eval': 'error',
      'no-eval': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'prefer-const': 'error',
      'no-var': 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['electron/core/**/*.ts'],
    ignores: ['**/*.test.ts', 'electron/core/testing/**'],
    rules: {
      'no-restricted-properties': ['error', ...pure],
      'no-restricted-globals': ['error', 'Date', 'setTimeout', 'setInterval', 'fetch', 'process', 'Buffer', 'eval'],
      'no-restricted-syntax': [
        'error',
        { selector: 'AwaitExpression', message: 'Core never waits: return an effect.' },
        { selector: "FunctionDeclaration[async=true], ArrowFunctionExpression[async=true], FunctionExpression[async=true], MethodDefinition > FunctionExpression[async=true]", message: 'Core never waits: return an effect.' },
      ],
    },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**/*.ts', 'scripts/**'],
    rules: { 'no-console': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
