import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import type { Ground } from '../src/ground.ts';
import { writeFiles } from '../src/project.ts';
import { outputOf } from '../src/run.ts';
import { root } from '../src/workspace.ts';

/** The code that the README leaves to the reader, and tools that are slow and fail. */
const around = `
const signIn = (request, _response, next) => {
  request.session = { userId: request.headers.cookie?.replace('user=', '') };
  next();
};
class OrderNotFound extends Error {}
const more = [
  defineTool({
    id: 'Orders.Find', version: '1.0.0', description: 'Finds no order.',
    run: (_input, { callId }) => {
      throw callId === 'gone' ? new OrderNotFound('no row in orders_2024') : new Error('no database at 10.0.0.7');
    },
  }),
  defineTool({
    id: 'Orders.Count', version: '1.0.0', description: 'Takes its time.',
    run: () => {
      console.log('begun');
      return new Promise((resolve) => setTimeout(resolve, 1_500, 'done'));
    },
  }),
];
const onErrors = {
  mapError: (error) => (error instanceof OrderNotFound ? new ToolError('There is no such order') : undefined),
  onError: (error, { callId, principal }) => console.log(JSON.stringify({ callId, by: principal.id, error: error.message })),
};
function tell() {
  console.log(this.address().port);
}
`;

/** The program of the README, on any free port, with more tools than it shows. */
function readmeProgram(): string {
  const readme = readFileSync(join(root, 'packages/hosts/express/README.md'), 'utf8');
  let [, program = ''] = /\n```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
  const changes = {
    'app.listen(3000)': "app.listen(0, '127.0.0.1', tell)",
    'toolwire({ tools: [whoAmI] })': 'toolwire({ tools: [whoAmI, ...more], ...onErrors })',
    "toolwire } from 'toolwire';": "ToolError, toolwire } from 'toolwire';",
    'interface SignedIn': `${around}interface SignedIn`,
  };
  for (const [shown, changed] of Object.entries(changes)) {
    expect(program.split(shown)).toHaveLength(2);
    program = program.replace(shown, () => changed);
  }
  return program;
}

/** Calls the app as two users, and presses Ctrl-C while a call runs. */
const visit = `
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const app = spawn(process.execPath, ['readme-app/main.mjs'], { stdio: ['ignore', 'pipe', 'inherit'] });
const ended = new Promise((resolve) => app.on('exit', (code, signal) => resolve(signal ?? code)));
const lines = createInterface(app.stdout)[Symbol.asyncIterator]();
const said = async () => (await lines.next()).value;
const url = 'http://127.0.0.1:' + (await said()) + '/ai/tools/call';
const call = async (user, tool_id, call_id) => {
  const headers = { 'content-type': 'application/json', cookie: 'user=' + user };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ request: { tool_id, call_id } }) });
  const { result } = await answer.json();
  return [result.value ?? result.error, answer.headers.get('idempotency-replayed')];
};
const who = [];
for (const user of ['ada', 'bob', 'ada', 'bob']) who.push(await call(user, 'Session.WhoAmI', 'call_1'));
const failures = [await call('ada', 'Orders.Find', 'gone'), await call('ada', 'Orders.Find', 'lost')];
const reported = JSON.parse(await said());
const last = call('ada', 'Orders.Count', 'call_2');
const begun = await said();
app.kill('SIGINT');
console.log(JSON.stringify({ who, failures, reported, begun, last: await last, ended: await ended }));
`;

/** The app that a reader of the README of `@toolwire/express` writes. */
export function appSuite(ground: Ground): void {
  describe('the app with sessions of the README of @toolwire/express', () => {
    // A process on Windows cannot get Ctrl-C.
    it.skipIf(process.platform === 'win32')(
      'separates two users with the same call ID, returns its own errors, and completes running calls on Ctrl-C',
      async () => {
        const folder = await ground.shared();
        writeFiles(folder, { 'readme-app/main.ts': readmeProgram(), 'readme-app/visit.mjs': visit });
        const build = `require('esbuild').buildSync(${JSON.stringify({
          entryPoints: ['readme-app/main.ts'],
          outfile: 'readme-app/main.mjs',
          format: 'esm',
        })})`;
        await outputOf('node', ['-e', build], folder);
        const seen: unknown = JSON.parse(await outputOf('node', ['readme-app/visit.mjs'], folder));
        expect(seen).toEqual({
          who: [
            ['ada', null],
            ['bob', null],
            ['ada', 'true'],
            ['bob', 'true'],
          ],
          failures: [
            [{ message: 'There is no such order' }, null],
            [{ message: 'The tool failed unexpectedly.' }, null],
          ],
          reported: { callId: 'lost', by: 'ada', error: 'no database at 10.0.0.7' },
          begun: 'begun',
          last: ['done', null],
          ended: 0,
        });
      },
    );
  });
}
