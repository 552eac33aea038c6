import { expect, test } from 'vitest';
import { defineTool, toolwire } from '../src/index.ts';

const token = 'CANARY+to/ken=with."odd"%parts';

/** How the error of a verifier may repeat the token that it was given. */
const ways: readonly (readonly [string, (sent: string) => unknown])[] = [
  ['in its message', (sent) => new Error(`bad ${sent}`)],
  ['as part of an address', (sent) => new Error(`bad ${encodeURIComponent(sent)}`)],
  ['as part of a form', (sent) => new Error(`bad ${new URLSearchParams({ token: sent }).toString()}`)],
  ['as JSON', (sent) => new Error(`bad ${JSON.stringify({ token: sent })}`)],
  ['in base64', (sent) => new Error(`bad ${btoa(sent)}`)],
  ['in the message of its cause', (sent) => new Error('x', { cause: new Error(`inner ${sent}`) })],
  ['in an object as its cause', (sent) => new Error('x', { cause: { headers: { authorization: sent } } })],
  ['in one of its errors', (sent) => new AggregateError([new Error(`one ${sent}`)], 'all')],
  [
    'in its fields',
    (sent) => Object.assign(new Error('x'), { config: { authorization: `Bearer ${sent}` }, code: sent }),
  ],
  ['in its name', (sent) => Object.assign(new Error('x'), { name: `E${sent}` })],
  ['as a text', (sent) => `thrown ${sent}`],
  ['as an object that is no error', (sent) => ({ message: sent, toString: () => sent })],
];

test.each(ways)(
  'a verifier whose error repeats the token %s leaks it neither to the log nor to the caller',
  async (_way, make) => {
    const lines: string[] = [];
    const log = (fields: object, message: string): void => void lines.push(JSON.stringify([message, fields]));
    const verify = (request: { readonly header: (name: string) => string | undefined }): never => {
      throw make((request.header('authorization') ?? '').slice('Bearer '.length));
    };
    const server = toolwire({
      tools: [defineTool({ id: 'Tests.Run', version: '1.0.0', description: 'Runs.', run: () => 1 })],
      logger: { debug: log, info: log, warn: log, error: log },
      auth: { scheme: 'bearer', challenge: 'Bearer', header: 'authorization', verify },
    });
    const listening = await server.listen(0, { closeOnSignals: false });
    const answers = await Promise.all(
      ['/tools', '/mcp', '/worker/tools'].map(async (path) => {
        const answer = await fetch(listening.url + path, { headers: { authorization: `Bearer ${token}` } });
        return [answer.status, await answer.text(), ...answer.headers];
      }),
    );
    await listening.close();
    expect(answers.map(([status]) => status)).toEqual([401, 401, 401]);
    expect(lines.join('')).toContain('The verifier failed, so the call was refused');
    expect(JSON.stringify([lines, answers])).not.toMatch(/CANARY|Q0FOQVJZ/);
  },
);
