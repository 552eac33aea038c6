import { readFileSync } from 'node:fs';
import { createNodeListener } from '@toolwire/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallResult } from '../src/cross-wire/call-result.ts';
import { wireCases } from '../src/cross-wire/cases.ts';
import { type OutcomeRow, outcomeTable } from '../src/cross-wire/outcome-table.ts';
import { crossWireServer } from '../src/cross-wire/server.ts';
import { developerMessage } from '../src/cross-wire/tools.ts';
import { wires } from '../src/cross-wire/wires.ts';
import { hosts } from '../src/hosts.ts';
import { listenOn, type RunningServer } from '../src/listen-on.ts';

/** The documents' own tools, with input that fits them. */
const documentCalls: readonly (readonly [toolId: string, input: object])[] = [
  ['Calculator.Add@1.0.0', { a: 10, b: 5 }],
  ['Doorbell.Ring@0.1.0', { doorbell_id: 'doorbell1' }],
  ['Doorbell.Ring@0.1.0', { doorbell_id: 'doorbell42' }],
  ['System.GetTimestamp@1.0.0', {}],
  ['Gmail.GetEmails@1.2.0', {}],
  ['SMS.Send@0.1.2', { to: '+1234567890', message: 'Hello' }],
];

function without(result: CallResult): CallResult {
  if (result.kind !== 'failed') return result;
  const { developerMessage: _developerMessage, ...rest } = result;
  return rest;
}

/** A value without guarantees: undefined fields are omitted. */
function plain(result: CallResult): unknown {
  return JSON.parse(JSON.stringify(result));
}

describe.each(Object.entries(hosts))('on %s', (_host, start) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await start(crossWireServer());
  });
  afterAll(() => server.close());

  describe.each(Object.entries(wires))('over %s', (name, { call, tellsDevelopers }) => {
    test.each(wireCases)('$title', async ({ toolId, input = {}, result, except = {} }) => {
      const answer = await call(server.url, toolId, input);
      const expected = except[name] ?? result;
      expect(plain(answer.result)).toEqual(plain(tellsDevelopers ? expected : without(expected)));
      if (!tellsDevelopers) expect(answer.text).not.toContain(developerMessage);
    });
  });

  test.each(documentCalls)('%s %j has the same outcome over every protocol', async (toolId, input) => {
    const answers = await Promise.all(Object.values(wires).map(({ call }) => call(server.url, toolId, input)));
    const [first, ...others] = answers.map(({ result }) => plain(without(result)));
    for (const other of others) expect(other).toEqual(first);
  });
});

test('the page of protocols shows every outcome in every protocol', async () => {
  const server = await listenOn(createNodeListener(crossWireServer()));
  const rows: OutcomeRow[] = [];
  for (const { title, toolId, input = {} } of wireCases) {
    const answers = await Promise.all(Object.values(wires).map(({ call }) => call(server.url, toolId, input)));
    rows.push([title, ...answers.map(({ shown }) => shown)]);
  }
  await server.close();
  const table = outcomeTable(Object.keys(wires), rows);
  process.stdout.write(`\n${table}\n`);
  expect(readFileSync(new URL('../../../docs/wires.md', import.meta.url), 'utf8')).toContain(table);
});
