// Runs the shared suite on every host and prints what came of it as tables: `node scripts/host-table.mjs`, or with
// `--write` into docs/hosts.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { startVitest } from 'vitest/node';
import { hostPage, hostTables } from './host-tables.mjs';
import { root } from './packages.mjs';

process.env['TEST_HOSTS'] = 'all';
const silent = {};
const vitest = await startVitest('test', ['tests/hosts/test/host.test.ts'], {
  root,
  watch: false,
  reporters: [silent],
});
const results = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()].map(toResult));
const errors = vitest.state.getUnhandledErrors();
await vitest.close();

const tables = hostTables(results);
if (process.argv.includes('--write')) writeFileSync(join(root, 'docs/hosts.md'), hostPage(tables));
console.log(`${tables.short}\n\n${tables.long}\n\n${tables.notes}`);

const failed = results.filter(({ state }) => state === 'failed');
for (const { titles, message } of failed) console.error(`FAILED ${titles.join(' › ')}\n       ${message}`);
for (const error of errors) console.error('FAILED', error);
process.exitCode = results.length === 0 || failed.length + errors.length > 0 ? 1 : 0;

/**
 * @param {import('vitest/node').TestCase} test
 * @returns {import('./host-tables.mjs').HostResult}
 */
function toResult(test) {
  const result = test.result();
  /** @type {string[]} */
  const titles = [test.name];
  for (let at = test.parent; at.type === 'suite'; at = at.parent) titles.unshift(at.name);
  return {
    titles,
    state: result.state,
    note: result.state === 'skipped' ? result.note : undefined,
    message: result.errors?.[0]?.message,
  };
}
