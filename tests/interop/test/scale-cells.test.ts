import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { noNginx, startNginxWith } from '@toolwire/programs/nginx';
import { expect, it, onTestFinished } from 'vitest';
import { listenOn } from '../src/listen-on.ts';

const page = readFileSync('docs/scale.md', 'utf8');
const [, shown = ''] = /^```nginx\n([^]*?)^```$/m.exec(page) ?? [];

it.skipIf(noNginx !== undefined)(
  `docs/scale.md: a caller always gets the same cell, and callers are spread over all cells${noNginx === undefined ? '' : `, skipped: ${noNginx}`}`,
  async () => {
    const cells = ['cell_one', 'cell_two'] as const;
    const running = await Promise.all(
      cells.map((name) => listenOn(createServer((_request, response) => response.end(name)))),
    );
    const upstreams = cells.map(
      (name, index) => `upstream ${name} { server ${new URL(running[index]?.url ?? '').host}; }`,
    );
    const nginx = await startNginxWith(
      (port) => `${upstreams.join('\n')}\n${shown.replace('server {', `server { listen 127.0.0.1:${port};`)}`,
    );
    onTestFinished(async () => {
      await nginx.close();
      await Promise.all(running.map((one) => one.close()));
    });
    const cellOf = async (authorization: string): Promise<string> =>
      (await fetch(nginx.url, { headers: { authorization } })).text();

    const found = new Set<string>();
    for (let caller = 0; caller < 40; caller += 1) {
      const name = `Bearer of ${caller}`;
      const cell = await cellOf(name);
      found.add(cell);
      expect([await cellOf(name), await cellOf(name)]).toEqual([cell, cell]);
    }
    expect(found).toEqual(new Set(cells));
  },
);
