import js from '@eslint/js';
import globals from 'globals';
import jest from 'eslint-plugin-jest';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const limits = {
  complexity: ['error', { max: 12, variant: 'modified' }],
  'max-depth': ['error', 3],
  'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
  'max-params': ['error', 4],
};

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', '**/*.gen.ts', '.cache/', '.witness/', 'coverage/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      ...limits,
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // So marked by its authors that it stands out: an issuer on this machine may speak plain HTTP.
      '@typescript-eslint/no-deprecated': [
        'error',
        { allow: [{ from: 'package', package: 'openid-client', name: 'allowInsecureRequests' }] },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'function', format: ['camelCase', 'PascalCase'] },
        { selector: 'typeLike', format: ['PascalCase'] },
      ],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    files: ['libs/explorer/**/*.{ts,tsx}', 'libs/console/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    rules: { 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['**/*.{mjs,js}'],
    languageOptions: { globals: globals.node },
    rules: limits,
  },
  { files: ['test/example-host/*.js'], languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.spec.ts', '**/testing/**/*.ts', 'test/**/*.ts'],
    plugins: { jest },
    rules: {
      ...jest.configs['flat/recommended'].rules,
      'jest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect', 'expect*', 'fc.assert', '**.assert*'] },
      ],
      'jest/no-disabled-tests': 'error',
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
    },
  },
  {
    files: ['**/testing/**/*.ts'],
    rules: { 'jest/no-export': 'off', 'jest/valid-title': ['error', { ignoreTypeOfDescribeName: true }] },
  },
  { files: ['libs/cli/**/*.ts', 'test/bench/**/*.ts', 'test/fault/**/*.ts'], rules: { 'no-console': 'off' } },
);
