import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  resolve: { conditions: ['@mcp-witness/source', 'module', 'browser', 'development|production'] },
  build: { emptyOutDir: true, modulePreload: { polyfill: false } },
});
