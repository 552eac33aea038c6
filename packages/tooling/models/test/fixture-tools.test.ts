import type { ToolReport } from '@toolwire/models';
import { describe, expect, test } from 'vitest';
import { allFixtureTools } from './fixtures/fixture-tools.ts';
import { geminiConversion, problemsByApi } from './fixtures/refusals.ts';
import { sentByApi } from './fixtures/sent-tools.ts';
import { writeReports } from './fixtures/write-reports.ts';

const tools = allFixtureTools();
const newest = new Set(tools.map(({ id }) => id)).size;

describe('every fixture tool is accepted', () => {
  const reports = new Map<string, readonly ToolReport[]>();

  test.each(Object.entries(sentByApi))('by the rules of %s, as its SDK sends it', async (name, send) => {
    const { report, sent } = await send(tools);
    reports.set(name, report);
    expect(sent.map((one) => one.name)).toEqual(report.map((one) => one.name));
    expect(sent).toHaveLength(newest);
    const problems = await Promise.all(
      sent.map(async (one) => ((await problemsByApi[name]?.(one)) ?? ['no rules']).map((why) => `${one.name}: ${why}`)),
    );
    expect(problems.flat()).toEqual([]);
  });

  test("also in Google's own form, if the SDK supports it: the SDK has no form for a value that is always null", async () => {
    const { sent } = await sentByApi.Gemini(tools);
    const thrown = await Promise.all(sent.map((one) => geminiConversion(one)));
    const why = 'Error: type: null can not be the only possible type for the field.';
    expect(thrown.flat()).toEqual([`Conf_Typed: ${why}`, `Odd_PlainNull: ${why}`]);
  });

  // `npx vitest run packages/tooling/models/test/fixture-tools.test.ts -u` updates the golden file.
  test('and the changes of each tool are in the golden file', async () => {
    expect([...reports.keys()]).toEqual(Object.keys(sentByApi));
    await expect(writeReports(tools, reports)).toMatchFileSnapshot('../golden/fixture-tools.md');
  });
});
