import { defineConfig } from 'vite';

/** "use client" is for servers that render; here everything is the client's. */
const onLog = (level, log, print) => {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') print(level, log);
};

export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: ['@mcp-witness/source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { onLog },
  },
});
