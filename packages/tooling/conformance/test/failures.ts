import { onTestFinished } from 'vitest';
import { connectWithSchemas } from '../src/client/otc-server.ts';
import { documentTools } from '../src/fixtures.ts';
import { createResponseSchemas, type OtcServerOptions, otcSuite, runSuite } from '../src/index.ts';
import type { CaseStatus } from '../src/runners/run-suite.ts';
import { startTinyServer, type TinyServerOptions } from './tiny-server.ts';

const schemas = createResponseSchemas();

/** Runs the suite, or one case of it, against the small server, and returns the titles of the cases that ended so. */
export async function titlesThat(
  ended: CaseStatus,
  options: Partial<TinyServerOptions>,
  facts: OtcServerOptions = {},
  wanted?: string,
): Promise<readonly string[]> {
  const running = await startTinyServer({ tools: documentTools(), ...options });
  onTestFinished(() => running.close());
  const suite = otcSuite.map(({ title, cases }) => ({
    title,
    cases: cases.filter((one) => wanted === undefined || wanted === `${title}: ${one.title}`),
  }));
  const results = await runSuite(suite, await connectWithSchemas(running.url, facts, schemas));
  return results.filter(({ status }) => status === ended).map(({ title }) => title);
}
