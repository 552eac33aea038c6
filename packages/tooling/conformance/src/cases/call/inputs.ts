import { ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { parametersOf } from '../../client/listing.ts';
import { CaseSkipped, type OtcCase } from '../otc-case.ts';
import { callConf, expectNoRun, toolWithRequiredParameter } from '../support/calls.ts';
import { expectInvalid } from '../support/expect.ts';

/** Every parameter is validated before the tool runs (OTC-CALL-10, OTC-CALL-11). */
export const callInputCases: readonly OtcCase[] = [
  {
    title: 'input is checked before the tool runs',
    requirements: ['OTC-CALL-10', 'OTC-CALL-11'],
    needs: ['fixtures'],
    run: async (server) => {
      const key = randomUUID();
      for (const invalid of [{ amount: 'one' }, { amount: 1.5 }, { amount: null }]) {
        expectInvalid(await callConf(server, 'Counter', { key, ...invalid }));
      }
      await expectNoRun(server, key, 'a call with invalid input');
    },
  },
  {
    title: 'a missing parameter returns 422 and is named',
    requirements: ['OTC-CALL-11', 'OTC-ERR-02'],
    run: async (server) => {
      const tool = await toolWithRequiredParameter(server);
      const { required } = parametersOf(tool);
      const { parameter_errors: errors } = expectInvalid(await server.call({ tool_id: tool.id, input: {} }));
      // A server may report only the first problem that it finds.
      ok(
        errors === undefined || required.some((name) => Object.hasOwn(errors, name)),
        `parameter_errors: expected one for ${required.join(' or ')}, got ${JSON.stringify(errors)}`,
      );
    },
  },
  {
    title: 'a parameter of the wrong type returns 422, is named, and is never converted',
    requirements: ['OTC-CALL-11', 'OTC-CALL-10'],
    needs: ['documents'],
    run: async (server) => {
      for (const b of ['5', true, null, [5], { n: 5 }, '']) {
        expectInvalid(await server.call({ tool_id: 'Calculator.Add@1.0.0', input: { a: 10, b } }), 'b');
      }
    },
  },
  {
    title: 'every listed tool with a typed parameter refuses a value of another type',
    requirements: ['OTC-CALL-11'],
    run: async (server) => {
      const valuesOfOtherTypes: Record<string, unknown> = {
        string: 1,
        number: 'x',
        integer: 'x',
        boolean: 'x',
        array: 'x',
        object: 'x',
      };
      let checked = 0;
      for (const tool of await server.tools()) {
        const [name, value] = firstInvalidParameter(tool, valuesOfOtherTypes) ?? [];
        if (name === undefined) continue;
        checked += 1;
        expectInvalid(await server.call({ tool_id: tool.id, input: { [name]: value } }));
      }
      if (checked === 0) throw new CaseSkipped('No listed tool has a parameter of a plain type.');
    },
  },
];

/** Returns a parameter of a plain type, and a value of another type. */
function firstInvalidParameter(
  tool: Parameters<typeof parametersOf>[0],
  valuesOfOtherTypes: Readonly<Record<string, unknown>>,
): readonly [name: string, value: unknown] | undefined {
  // The standard does not define which comes first: invalid input or missing requirements.
  if (tool.requirements !== undefined) return undefined;
  for (const [name, schema] of Object.entries(parametersOf(tool).properties)) {
    const { type } = Object(schema) as { type?: unknown };
    if (typeof type === 'string' && type in valuesOfOtherTypes) return [name, valuesOfOtherTypes[type]];
  }
  return undefined;
}
