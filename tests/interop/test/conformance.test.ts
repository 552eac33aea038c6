import { createNodeListener } from '@toolwire/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFixtureServer } from '../src/fixtures/fixture-server.ts';
import { listenOn, type RunningServer } from '../src/listen-on.ts';
import { readRequirements } from '../src/suite/read-requirements.ts';
import { type Revision, runSuite } from '../src/suite/run-suite.ts';
import { scoreOf } from '../src/suite/score.ts';

const everyRevision: readonly Revision[] = ['2026-07-28', '2025-11-25'];
// The suite is a process that works for seconds: for the newest every time, for the one before with `npm test -- --all`.
const revisions = process.env['TEST_SCOPE'] === 'all' ? everyRevision : everyRevision.slice(0, 1);

describe.concurrent.each(revisions)('the official suite for %s', (revision) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await listenOn(createNodeListener(createFixtureServer()));
  });
  afterAll(() => server.close());

  it('passes, except for listed failures', async () => {
    const requirements = await readRequirements(revision);
    const { exitCode, output, scenarios } = await runSuite(`${server.url}/mcp`, revision);
    const { passed, required, extraPassed, extra, checks, failures, stale } = scoreOf(scenarios, requirements);
    process.stdout.write(
      `MCP ${revision}: ${passed} of ${required} required scenarios, ${extraPassed} of ${extra} others, ${checks} checks passed\n`,
    );

    expect({ failures, stale }).toEqual({ failures: [], stale: [] });
    // The suite's own verdict on what it scores.
    expect(exitCode, output).toBe(0);
    expect(scenarios.map(({ name }) => name)).toEqual(expect.arrayContaining([...requirements.required]));
  });
});
