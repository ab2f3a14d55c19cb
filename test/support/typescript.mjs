/**
 * Lets a plain Node process run the sources without a build:
 * `node --conditions=@mcp-witness/source --import ./test/support/typescript.mjs file.ts`
 */
import { register } from 'node:module';

register('./typescript-loader.mjs', import.meta.url);
