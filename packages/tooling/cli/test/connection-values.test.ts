import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { runToolwire } from '../src/index.ts';
import { runHere } from './support/run-here.ts';
import { createTestServer } from './support/tools.ts';

/** Starts a server with these JSON responses by path, and returns its URL. Other paths have a status. */
async function startServer(responses: Readonly<Record<string, object>>, otherStatus = 404): Promise<string> {
  const server = createServer((request, response) => {
    const body = responses[request.url ?? ''];
    response.writeHead(body === undefined ? otherStatus : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each(['2.01', '0.9999'])('an Arcade worker may have %s seconds to respond', async (seconds) => {
  const url = await startServer({ '/worker/tools': [{ name: 'B', fully_qualified_name: 'A.B' }] });
  expect(await runHere(['list', `${url}/worker`, '--timeout', seconds])).toMatchObject({ code: 0, stderr: '' });
});

it('a list of objects without names is not a listing of an Arcade worker', async () => {
  const { code, stderr } = await runHere(['list', await startServer({ '/worker/tools': [{}] })]);
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('not a list of tools') as unknown });
});

it.each(['token', 'api-key'])('a --%s that a header of MCP cannot have is reported', async (flag) => {
  for (const credential of ['abcd…', 'Bearer abcd']) {
    const { code, stderr } = await runHere(['list', 'http://127.0.0.1:1/mcp', `--${flag}`, credential]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`--${flag} has a character that is invalid in a header.`) as unknown,
    });
  }
});

it('toolwire check reports the tests of Open Tool Calling if MCP refuses a client that signs its requests', async () => {
  const tool = { id: 'A.B@1.0.0', name: 'B', version: '1.0.0' };
  const url = await startServer({ '/tools': { tools: [tool] } }, 401);
  const signing = ['--jwt-secret', 'a-secret-of-the-tests-0123456789', '--jwt-audience', 'tests'];
  const { stdout, stderr } = await runHere(['check', url, '--only', 'Health', ...signing]);
  expect(stderr).toContain('mcp was not tested, because --jwt-secret signs only requests of Open Tool Calling.');
  expect(stdout).toMatch(/^✗ \d+ passed, \d+ failed/m);
});

it('a bridge that forwards MCP refuses the secrets that MCP lacks', async () => {
  const { code, stderr } = await runHere(['bridge', 'http://127.0.0.1:1/mcp', '--secret', 'WEATHER_KEY=sun']);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining("MCP doesn't support secrets") as unknown,
  });
});

it('a bridge with secrets prefers a protocol that has them', async () => {
  const server = await createTestServer().listen(0, { closeOnSignals: false });
  onTestFinished(() => server.close());
  const stopped = new AbortController();
  let notes = '';
  await runToolwire(['bridge', server.url, '--serve', '0', '--secret', 'WEATHER_KEY=sun'], {
    write: () => undefined,
    note(text) {
      notes += text;
      if (text.includes('Press Ctrl-C')) stopped.abort();
    },
    columns: undefined,
    hasColor: false,
    environment: {},
    signal: stopped.signal,
  });
  expect(notes).toContain(`tools at ${server.url} over OTC`);
});
