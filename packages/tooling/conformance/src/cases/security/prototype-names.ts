import type { CaseGroup, OtcCase } from '../otc-case.ts';
import { expectRefused } from '../support/expect.ts';

const prototypeNames: readonly string[] = [
  '__proto__.constructor',
  'constructor.prototype',
  'toString.call',
  'hasOwnProperty.x@1',
  '__proto__.__proto__',
  'constructor.name@1.0.0',
  'Calculator.constructor',
  'Calculator.__proto__@1.0.0',
  'Calculator.toString',
];

/** Tool IDs with names that every object inherits (CASE-05). */
export const prototypeNameCases: CaseGroup = {
  title: 'Edge 5: names of prototypes',
  cases: prototypeNames.map(
    (toolId): OtcCase => ({
      title: `the tool ${toolId} is not found`,
      requirements: ['OTC-CALL-07c', 'OTC-CALL-07'],
      run: async (server) => void expectRefused(await server.call({ tool_id: toolId, input: {} })),
    }),
  ),
};
