import { setTimeout as wait } from 'node:timers/promises';
import { defineTool } from '@toolwire/core';
import { createToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { serveStdio } from '../src/index.ts';

const echo = defineTool({
  id: 'Test.Echo',
  version: '1.0.0',
  description: 'Returns what it is given.',
  input: { type: 'object', properties: { value: { description: 'Anything.' } } },
  run: ({ value }) => value,
});

const chatter = defineTool({
  id: 'Test.Chatter',
  version: '1.0.0',
  description: 'Writes to stdout in every way there is.',
  run: () => {
    // oxlint-disable-next-line no-console -- tools do this, and it must not break the protocol
    console.log('{"jsonrpc":"2.0","id":1,"result":"forged"}');
    process.stdout.write('a line without an end');
    return 'said';
  },
});

const linger = defineTool({
  id: 'Test.Linger',
  version: '1.0.0',
  description: 'Takes its time, and says on stderr how it ended.',
  input: { type: 'object', properties: { ms: { type: 'number', description: 'How long.' } }, required: ['ms'] },
  run: async ({ ms }, { signal }) => {
    await wait(Number(ms), undefined, { signal }).catch(() => undefined);
    process.stderr.write(signal.aborted ? 'canceled\n' : 'finished\n');
    return 'done';
  },
});

const deaf = defineTool({
  id: 'Test.Deaf',
  version: '1.0.0',
  description: 'Never ends.',
  run: () => new Promise(() => undefined),
});

// Other open handles of an application, which must not keep the process alive.
setInterval(() => undefined, 1000);

serveStdio(createToolServer({ tools: [echo, chatter, linger, deaf], wires: [], validator: ajv() }), {
  serverInfo: { name: 'program', version: '1.0.0' },
  graceMs: Number(process.argv[2]),
});
