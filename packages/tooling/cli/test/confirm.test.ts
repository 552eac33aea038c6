import { defineTool, silentLogger, toolwire } from 'toolwire';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { elicit } from '../src/terminal/elicit.ts';
import { runHere } from './support/run-here.ts';

const deleted: string[] = [];
const remove = defineTool({
  id: 'Orders.Delete',
  version: '1.0.0',
  description: 'Deletes an order.',
  input: z.object({ id: z.string().describe('The order.') }),
  output: z.string(),
  confirm: ({ id }) => `Delete order ${id}?`,
  run: ({ id }) => {
    deleted.push(id);
    return `deleted ${id}`;
  },
});

let server: Awaited<ReturnType<ReturnType<typeof toolwire>['listen']>>;
beforeAll(async () => {
  server = await toolwire({ tools: [remove], logger: silentLogger }).listen(0, { closeOnSignals: false });
});
beforeEach(() => void deleted.splice(0));
afterAll(() => server.close());

const args = (wire: string): string[] => ['call', server.url, 'Orders.Delete', 'id=7', '--wire', wire];

describe('toolwire call, of a tool with `confirm`', () => {
  it.each(['otc', 'mcp'])('asks the user over %s, and runs the tool after yes', async (wire) => {
    const asked: string[] = [];
    const question = (text: string): Promise<string> => {
      asked.push(text);
      return Promise.resolve('yes');
    };
    const { code, stdout, stderr } = await runHere(args(wire), { question });
    expect({ code, stdout, asked }).toEqual({ code: 0, stdout: 'deleted 7\n', asked: ['  Run it? (yes or no): '] });
    expect(stderr).toMatch(/^(?:Confirm|Input requested): Delete order 7\?$/m);
    expect(deleted).toEqual(['7']);
  });

  it.each(['otc', 'mcp'])('does not run the tool over %s after no, or at the end of the input', async (wire) => {
    for (const answer of ['no', undefined]) {
      const { code, stdout } = await runHere(args(wire), { question: () => Promise.resolve(answer) });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    }
    expect(deleted).toEqual([]);
  });

  it.each(['otc', 'mcp'])('prints the next parameter over %s if there is no terminal, and accepts it', async (wire) => {
    const { code, stderr } = await runHere(args(wire));
    expect(code).toBe(1);
    expect(stderr).toContain('did not run: This call must be confirmed first. The tool did not run. Delete order 7?');
    const [parameter = ''] = /confirmation_token=\S+/.exec(stderr) ?? [];
    expect(deleted).toEqual([]);
    const confirmed = await runHere([...args(wire), parameter]);
    expect(confirmed).toEqual({ code: 0, stdout: 'deleted 7\n', stderr: '' });
  });

  it('prints the token over Arcade in the message of the server', async () => {
    const { stderr } = await runHere(args('arcade'));
    const [, token = ''] = /"confirmation_token": "([^"]+)"/.exec(stderr) ?? [];
    const { stdout } = await runHere([...args('arcade'), `confirmation_token=${token}`]);
    expect(stdout).toBe('deleted 7\n');
  });
});

it('a form without fields is accepted only with Enter', async () => {
  const note = (): void => undefined;
  const message = { message: 'Go on?', requestedSchema: { type: 'object', properties: {} } };
  const accepted = await elicit(message, { note, question: () => Promise.resolve('') });
  expect(accepted).toEqual({ action: 'accept', content: {} });
  const declined = await elicit(message, { note, question: () => Promise.resolve(undefined) });
  expect(declined).toEqual({ action: 'decline' });
});
