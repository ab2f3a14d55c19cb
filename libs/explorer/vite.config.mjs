import { defineConfig } from 'vite';

/** "use client" is for servers that render; here everything is the client's. */
const onLog = (level, log, print) => {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') print(level, log);
};

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
    // What stands in for light-dark() elsewhere loses the colour scheme that a page gives its elements.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      onLog,
      input: 'src/element/index.ts',
      preserveEntrySignatures: 'strict',
      output: { format: 'es', entryFileNames: 'witness-mcp-status.js', codeSplitting: false },
    },
  },
});
