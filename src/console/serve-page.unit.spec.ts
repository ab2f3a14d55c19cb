import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { describe, expect, it } from '@jest/globals';
import { servePage } from './serve-page.ts';

describe('the page', () => {
  it('is served with a policy that lets nothing in from elsewhere', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'witness-page-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Witness</title>');
    writeFileSync(join(folder, 'assets', 'index-abc.js'), 'export {};');
    const server = fastify();
    try {
      servePage(server, folder);
      const page = await server.inject('/');
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';");
      expect(page.headers['cache-control']).toBe('no-cache');
      expect((await server.inject('/assets/index-abc.js')).headers['cache-control']).toContain('immutable');
      expect((await server.inject('/../package.json')).statusCode).toBe(404);
    } finally {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('says how to build it where it was not built', async () => {
    const server = fastify();
    servePage(server, null);
    const answer = await server.inject('/');
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('npm run build');
    await server.close();
  });
});
