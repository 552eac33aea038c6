import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mcpClients } from '../src/clients/client-table.ts';
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

it.each<readonly [string, readonly string[]]>([
  ['{\n  "servers": {\n    "a": {"url":"x"},\n  },\n}\n', ['a']],
  ['{"servers":{"a":{},}}', ['a']],
  ['{"servers":{"a":{}}}', ['a']],
  ['{"servers":{"a":{},"b":{},}}', ['a', 'b']],
  ['{"servers":{"a":{},"b":{},"c":{},}}', ['b', 'c', 'a']],
])('a file from which servers are removed stays readable JSON: %j', (text, names) => {
  const format = jsonConfig('servers');
  let rest = text;
  for (const name of names) {
    rest = format.withServer(rest, name, undefined);
    expect([...format.servers(rest).keys()]).not.toContain(name);
  }
  expect(rest.replace(/[\s,]/g, '')).toBe('{"servers":{}}');
});

it.each(['', ',', ', // later'])('comments next to the only server stay when it is removed, before %j', (end) => {
  const text = `{"servers": {\n  // "old": {"command":"x"}\n  "a": {"command":"y"}${end}\n}}`;
  const removed = jsonConfig('servers').withServer(text, 'a', undefined);
  expect(removed.replace(/\s/g, '')).toBe(`{"servers":{//"old":{"command":"x"}${end.replace(/[\s,]/g, '')}}}`);
  expect([...jsonConfig('servers').servers(removed)]).toEqual([]);
});

it('finds the settings of Zed in the home folder on macOS, and in its own folder elsewhere', () => {
  const zed = mcpClients.find(({ name }) => name === 'zed');
  const fileOn = (platform: 'darwin' | 'linux'): string | undefined =>
    zed?.files.user?.({ platform, home: '/home', folder: '/', environment: {} });
  expect([fileOn('darwin'), fileOn('linux')]).toEqual(Array(2).fill(join('/home', '.config', 'zed', 'settings.json')));
});
