import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { silentLogger } from '@toolwire/server';
import { specServer } from '@toolwire-examples/spec-server';
import { readSettings } from '@toolwire-examples/spec-server/settings';
import { expect, it, onTestFinished } from 'vitest';
import { runEveryScenario } from '../src/suite/run-suite.ts';

const readme = new URL('../../../packages/tooling/conformance/README.md', import.meta.url);
const manifest = import.meta.resolve('@modelcontextprotocol/conformance/package.json');

it('the example server passes every scenario of the official suite, as the README of conformance states', async () => {
  const settings = readSettings({ MCP_FIXTURES: '1' });
  const server = await specServer({ ...settings, logger: silentLogger }).listen(0);
  onTestFinished(() => server.close());
  const { exitCode, output, scenarios } = await runEveryScenario(`${server.url}/mcp`);
  const checks = scenarios.flatMap(({ checks: ofOne }) => ofOne);
  expect(checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING')).toEqual([]);
  expect(exitCode, output).toBe(0);

  const page = await readFile(readme, 'utf8');
  const { version } = JSON.parse(await readFile(fileURLToPath(manifest), 'utf8')) as { readonly version: string };
  expect(page).toContain(`The last line of version ${version} is:`);
  expect(page).toContain(output.trimEnd().split('\n').at(-1));

  const skipped = checks.filter(({ status }) => status === 'SKIPPED').map(({ id }) => id);
  const ofSkills = skipped.filter((id) => id.startsWith('sep-2640-'));
  expect(page).toContain(`The suite skips ${ofSkills.length} checks of its skills extension`);
  expect(skipped.filter((id) => !ofSkills.includes(id))).toEqual(['tasks-status-notifications']);
});
