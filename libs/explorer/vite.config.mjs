import { defineConfig } from 'vite';

/**
 * The custom element as one file, React within: for a page that has neither bundler nor React. No library build of Vite's,
 * which leaves the white space of modules in.
 */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['@mcp-witness/source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist/bundle',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'src/element/index.ts',
      preserveEntrySignatures: 'strict',
      output: { format: 'es', entryFileNames: 'witness-mcp-status.js', codeSplitting: false },
    },
  },
});
