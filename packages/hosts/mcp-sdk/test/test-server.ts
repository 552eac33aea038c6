import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { content, createContextKey, defineTool } from '@toolwire/core';
import { ToolError } from '@toolwire/errors';
import { createToolServer, silentLogger, type ToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';

/** Under which the host hands over the client's address. */
export const address = createContextKey('the address of the client', 'unknown');

/** What no caller may read. */
export const secret = 'the password is hunter2';

const number = { type: 'number', description: 'A number.' };

/** A server with a tool for each thing that is carried. */
export function createTestServer(onAbort: () => void = () => undefined): ToolServer {
  const events = new EventEmitter();
  return createToolServer({
    wires: [],
    validator: ajv(),
    logger: silentLogger,
    visible: (tool, principal) => tool.id !== 'Test.Hidden' || principal?.id === 'ada',
    tools: [
      defineTool({
        id: 'Test.Add',
        version: '1.0.0',
        title: 'Addition',
        description: 'Adds two numbers.',
        annotations: { readOnly: true },
        input: { type: 'object', properties: { a: number, b: number }, required: ['a', 'b'] },
        output: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
        run: ({ a, b }) => ({ sum: Number(a) + Number(b) }),
      }),
      defineTool({
        id: 'Test.SignedIn',
        version: '1.0.0',
        description: 'Is for callers who have signed in.',
        scopes: [],
        run: () => 'signed in',
      }),
      defineTool({
        id: 'Test.Squares',
        version: '1.0.0',
        description: 'Returns a list.',
        output: { type: 'array', items: { type: 'number' } },
        run: () => [1, 4, 9],
      }),
      defineTool({
        id: 'Test.Either',
        version: '1.0.0',
        description: 'Returns an object, where it might have returned a list.',
        output: { anyOf: [{ type: 'object' }, { type: 'array' }] },
        run: () => ({ sum: 3 }),
      }),
      defineTool({
        id: 'Test.Anything',
        version: '1.0.0',
        description: 'Returns an object of anything.',
        input: { type: 'object', properties: { a: true } },
        output: { type: 'object', properties: { a: true, b: false } },
        run: ({ a }) => ({ a }),
      }),
      defineTool({
        id: 'Test.Text',
        version: '1.0.0',
        description: 'Returns a text.',
        run: () => content('A text.'),
      }),
      defineTool({
        id: 'Test.Fail',
        version: '1.0.0',
        description: 'Fails with its own message.',
        run: () => {
          throw new ToolError('It failed.', { developerMessage: secret });
        },
      }),
      defineTool({
        id: 'Test.Crash',
        version: '1.0.0',
        description: 'Fails unexpectedly.',
        run: () => {
          throw new Error(secret);
        },
      }),
      defineTool({
        id: 'Test.Progress',
        version: '1.0.0',
        description: 'Reports progress and a line for the log.',
        run: async (_input, { progress, log }) => {
          progress(1, 2, 'Half of it');
          log.info({}, 'A line');
          await wait(20);
          return 'done';
        },
      }),
      defineTool({
        id: 'Test.Report',
        version: '1.0.0',
        description: 'Reports progress three times, and runs until Test.Acknowledge is called.',
        run: async (_input, { progress }) => {
          const acknowledged = once(events, 'acknowledged');
          for (const done of [1, 2, 3]) progress(done, 3, `Part ${done}`);
          await acknowledged;
          return 'done';
        },
      }),
      defineTool({
        id: 'Test.Acknowledge',
        version: '1.0.0',
        description: 'Ends a call of Test.Report.',
        run: () => {
          events.emit('acknowledged');
          return 'ended';
        },
      }),
      defineTool({
        id: 'Test.Hold',
        version: '1.0.0',
        description: 'Runs until it is canceled.',
        run: async (_input, { signal, progress }) => {
          signal.addEventListener('abort', onAbort);
          progress(0);
          await wait(60_000, undefined, { signal });
          return 'never';
        },
      }),
      defineTool({
        id: 'Test.Ask',
        version: '1.0.0',
        description: 'Asks for a name, then for a color.',
        run: async (_input, { ask }) => {
          const field = (name: string): object => ({ type: 'object', properties: { [name]: { type: 'string' } } });
          const { first } = await ask({ first: { kind: 'form', message: 'Your name?', schema: { ...field('name') } } });
          const { second } = await ask({
            second: { kind: 'form', message: 'Your color?', schema: { ...field('color') } },
          });
          return content(JSON.stringify([first.content, second.content]));
        },
      }),
      defineTool({
        id: 'Test.Guarded',
        version: '1.0.0',
        description: 'Is for those who have been granted it.',
        scopes: ['guarded:read'],
        run: () => content('Guarded.'),
      }),
      defineTool({
        id: 'Test.Client',
        version: '1.0.0',
        description: 'Returns its client.',
        output: { type: 'array', items: {} },
        run: (_input, { client }) => [client.name ?? null, client.protocolVersion ?? null, client.canAsk('form')],
      }),
      defineTool({
        id: 'Test.Hidden',
        version: '1.0.0',
        description: 'Is there for Ada alone.',
        run: (_input, { principal, get }) => `${principal?.id} from ${get(address)}`,
      }),
    ],
  });
}
