import { ok } from 'node:assert/strict';
import { type CaseGroup, casesFor } from '../otc-case.ts';
import { addition, expectNothingRuns } from '../support/calls.ts';
import { expectQuick, expectRefused, expectStatus } from '../support/expect.ts';

const invalidIds: readonly string[] = [
  '',
  'Add',
  '.Add',
  'Calculator.',
  'Calculator.Add.More',
  'Calculator..Add',
  'Calc-ulator.Add',
  'Calculator.Add@',
  'Calculator.Add@@1',
  ' Calculator.Add',
  'Calculator.Add\n',
  'Calculatör.Add',
  // The first letter is Cyrillic.
  'Сalculator.Add',
  'calculator.add',
  'CALCULATOR.ADD',
  'Calculator.add',
  'Calculator_Add',
  'Calculator/Add',
  'Calculator:Add',
  'Calculator Add',
  'Calculator\uff0eAdd',
  'Calculator.Add ',
  'Calculator.Add\t',
  'Calculator.Add\r\n',
  'Calculator.Add\u0000',
  'Calculator\u200b.Add',
  'Calculator.Add?',
  'Calculator.Add#x',
  'Calculator.Add;x',
  'Calculator.Add,Doorbell.Ring',
  'Calculator.Ad',
  'Calculator.Addd',
  'Calculator.*',
  '*.Add',
  '%43alculator.Add',
  '../Calculator.Add',
  '"Calculator.Add"',
  '@1.0.0',
  'Calculator@1.0.0.Add',
];

const longIds = [`Calculator.${'A'.repeat(10_000)}`, 'A.'.repeat(5_000), '@'.repeat(10_000)];

const nearMisses = [
  'Conf.Counter@',
  ' Conf.Counter',
  'Conf.Counter\n',
  'conf.counter',
  'Сonf.Counter',
  'Conf.Counter ',
];

/** Invalid tool IDs (CASE-01). */
export const toolIdGrammarCases: CaseGroup = {
  title: 'Edge 1: tool ID grammar',
  cases: [
    ...casesFor(invalidIds, (toolId) => ({
      title: `the tool ID ${JSON.stringify(toolId)} is refused`,
      requirements: ['OTC-CALL-07c', 'OTC-CALL-07'],
      run: async (server) => void expectRefused(await server.call({ ...addition, tool_id: toolId })),
    })),
    {
      title: 'an ID of 10 kB is refused',
      requirements: ['OTC-CALL-07c', 'OTC-CALL-07'],
      run: async (server) => {
        for (const toolId of longIds) expectRefused(await server.call({ ...addition, tool_id: toolId }));
      },
    },
    {
      title: 'an ID of 10 kB is refused quickly, and not repeated',
      requirements: ['OTC-CALL-07c', 'OTC-CALL-08'],
      // The standard limits neither the time nor the size of a response.
      grade: 'advised',
      run: async (server) => {
        for (const toolId of longIds) {
          const response = await expectQuick(() => server.call({ ...addition, tool_id: toolId }));
          expectRefused(response);
          ok(
            response.bytes.length < 2_000,
            `response size: expected less than 2000 bytes, got ${response.bytes.length}`,
          );
        }
      },
    },
    {
      title: 'an almost valid ID runs nothing',
      requirements: ['OTC-CALL-07c'],
      needs: ['fixtures'],
      run: (server) =>
        expectNothingRuns(server, async (key) => {
          for (const toolId of nearMisses) {
            expectStatus(await server.call({ tool_id: toolId, input: { key } }), 400);
          }
        }),
    },
  ],
};
