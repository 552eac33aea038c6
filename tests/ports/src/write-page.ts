// Measures the published servers and their ports, and writes docs/ports.md. It needs Linux and the built packages.
import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { measure } from './measure.ts';
import { pagePath, writePage } from './page.ts';
import { serverNames } from './program.ts';

const costs = [];
for (const name of serverNames) {
  const cost = await measure(name);
  process.stdout.write(`${name}: ${JSON.stringify(cost)}\n`);
  costs.push([name, cost] as const);
}
await writeFile(pagePath, writePage(costs));
