import { expect, it } from 'vitest';
import { jsonConfig } from '../src/clients/json-config.ts';
import type { ConfigFormat } from '../src/clients/mcp-client.ts';
import { tomlConfig } from '../src/clients/toml-config.ts';

const formats: readonly (readonly [string, ConfigFormat, string])[] = [
  ['JSON', jsonConfig('servers'), '{ "servers": {} }\n'],
  ['TOML', tomlConfig('servers'), 'model = "o4"\n'],
];

it.each(formats)('a server named __proto__ is found and removed in %s', (_, format, text) => {
  const added = format.withServer(text, '__proto__', { command: 'node' });
  const both = format.withServer(added, 'tools', { command: 'deno' });
  expect([...format.servers(both).keys()]).toEqual(['__proto__', 'tools']);
  const removed = format.withServer(both, '__proto__', undefined);
  expect([...format.servers(removed)]).toEqual([['tools', { command: 'deno' }]]);
  expect(removed).not.toContain('__proto__');
});

it('values of every kind are read from JSON with comments', () => {
  const text =
    '{ // of the editor\n "servers": { "tools": { "args": ["-y", 1, null], "env": { "A": "é" }, "on": true }, }, }';
  const servers = jsonConfig('servers').servers(text);
  expect([...servers]).toEqual([['tools', { args: ['-y', 1, null], env: { A: 'é' }, on: true }]]);
});
