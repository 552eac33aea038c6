import { type CaseGroup, casesFor, groupOf } from '../otc-case.ts';
import { addition, expectNothingRuns } from '../support/calls.ts';
import { expectRefused, expectStatus, expectValue } from '../support/expect.ts';

const invalidVersions: readonly string[] = [
  '@1.2',
  '@1.',
  '@1.0.0-beta',
  '@1.0.0+b1',
  '@v1.0.0',
  '@=1.0.0',
  '@^1',
  '@~1.0',
  '@1.x',
  '@*',
  '@latest',
  '@-1',
  '@+1',
  '@1e3',
  '@0x1',
  '@１.０.０',
  '@1.0.0.0',
  '@ 1.0.0 ',
  '@1.0.0\n',
  '@1.0.0\u0000',
  '@1.0.0\u200b',
  '@1.0.0@1.0.0',
  '@1..0',
  '@.1.0',
  '@1.0.',
  '@1.0.0.',
  '@1,0,0',
  '@1_0_0',
  '@1.0.0-',
  '@1.0.0+',
  '@V1',
  '@١',
  '@"1.0.0"',
  '@1.0.0%20',
  '@>=1.0.0',
  '@1 - 2',
  '@1||2',
  '@1.0.x',
  '@1.*.0',
  '@NaN',
  '@Infinity',
  '@null',
  '@true',
  '@newest',
  '@stable',
];

/** Invalid versions of tools (CASE-02). */
export const versionGrammarCases: CaseGroup = groupOf({
  title: 'Edge 2: version grammar',
  needs: ['documents'],
  cases: [
    ...casesFor(invalidVersions, (version) => ({
      title: `the version ${JSON.stringify(version)} is refused`,
      requirements: ['OTC-VER-05', 'OTC-CALL-07c'],
      run: async (server) =>
        void expectRefused(await server.call({ ...addition, tool_id: `Calculator.Add${version}` })),
    })),
    {
      title: 'an invalid version never runs the tool',
      requirements: ['OTC-VER-05'],
      needs: ['fixtures'],
      run: (server) =>
        expectNothingRuns(server, async (key) => {
          for (const version of invalidVersions) {
            expectStatus(await server.call({ tool_id: `Conf.Counter${version}`, input: { key } }), 400);
          }
        }),
    },
    {
      title: 'a version with leading zeros is refused, or read as the number it is',
      requirements: ['OTC-VER-05'],
      run: async (server) => {
        expectStatus(await server.call({ ...addition, tool_id: 'Calculator.Add@01.0.0' }), 400, 200);
        expectStatus(await server.call({ ...addition, tool_id: 'Calculator.Add@01.2.3' }), 400);
      },
    },
    {
      title: 'a version with leading zeros is refused',
      requirements: ['OTC-VER-05'],
      grade: 'advised',
      run: async (server) => {
        for (const version of ['01.0.0', '1.00.0', '1.0.00', '01']) {
          expectRefused(await server.call({ ...addition, tool_id: `Calculator.Add@${version}` }));
        }
      },
    },
    {
      title: 'the full version runs, and @0 does not',
      requirements: ['OTC-VER-02', 'OTC-VER-03'],
      run: async (server) => {
        expectValue(await server.call(addition));
        expectRefused(await server.call({ ...addition, tool_id: 'Calculator.Add@0' }));
      },
    },
  ],
});
