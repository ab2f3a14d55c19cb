import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sanitizeCommand } from './command.ts';

describe('sanitizeCommand', () => {
  it.each([
    ['C:\\Program Files\\nodejs\\npx.cmd', 'npx.cmd'],
    ['C:/Program Files/nodejs/node.exe', 'node.exe'],
    ['\\\\server\\share\\ann\\srv.exe', 'srv.exe'],
    ['/home/ann/.local/bin/uvx', 'uvx'],
    ['npx', 'npx'],
    ['./run.sh', 'run.sh'],
    ['/opt/My Tools/srv', 'srv'],
    ['~/bin/srv', 'srv'],
    [' node.exe ', 'node.exe'],
    ['g++-13', 'g++-13'],
  ])('names the executable of %j', (command, name) => {
    expect(sanitizeCommand(command)).toBe(name);
  });

  it.each([
    ...[
      '',
      ' ',
      '/',
      'C:\\Users\\ann\\bin\\',
      'API_KEY=abc npx',
      'npx --token abc',
      'run\t-x/abc',
      '"/opt/x y/z"',
    ],
    ...["it's", 'https://u:p@h.test/srv', 'npx server', 'srv\u0000', 'a'.repeat(65), 'dätei', '`id`'],
    `/opt/ghp_Z9y8X7w6V5u4T3s2R1q0P9o8`,
  ])('makes nothing of %j', (command) => {
    expect(sanitizeCommand(command)).toBe('<invalid command>');
  });

  it('gives the same when applied again, and never more than a short plain name', () => {
    const parts = fc.constantFrom('/', '\\', 'bin', ' ', '-x', '=', '"', 'npx', '.', 'é');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(parts).map((all) => all.join('')),
        ),
        (command) => {
          const name = sanitizeCommand(command);
          return sanitizeCommand(name) === name && /^(?:[A-Za-z0-9._+-]{1,64}|<invalid command>)$/.test(name);
        },
      ),
    );
  });
});
