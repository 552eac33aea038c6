import { ok, strictEqual } from 'node:assert/strict';
import type { OtcServer } from '../../client/otc-server.ts';
import { type CaseGroup, groupOf } from '../otc-case.ts';
import { addition, callConf } from '../support/calls.ts';
import { expectRefused, expectStatus, expectValue } from '../support/expect.ts';

async function multi(server: OtcServer, version: string): Promise<unknown> {
  return expectValue(await server.call({ tool_id: `Conf.Multi${version}` }));
}

/** Selection of a tool's version (OTC-VER). */
export const versionCases: CaseGroup = groupOf({
  title: 'Tool version resolution',
  needs: ['fixtures'],
  cases: [
    {
      title: 'a full version runs exactly that version',
      requirements: ['OTC-VER-01', 'OTC-VER-02'],
      run: async (server) => {
        for (const version of ['1.0.0', '1.2.0', '1.9.0', '1.10.0', '2.1.0', '10.0.0']) {
          strictEqual(await multi(server, `@${version}`), version);
        }
      },
    },
    {
      title: 'a full version that does not exist is refused, however close another version is',
      requirements: ['OTC-VER-02', 'OTC-CALL-07d'],
      run: async (server) => {
        for (const version of ['1.2.1', '1.0.1', '0.0.0', '1.11.0', '10.0.1']) {
          expectRefused(await server.call({ tool_id: `Conf.Multi@${version}` }));
        }
      },
    },
    {
      title: '@1 is 1.0.0, although there are newer versions 1.x',
      requirements: ['OTC-VER-03'],
      run: async (server) => {
        strictEqual(await multi(server, '@1'), '1.0.0');
        strictEqual(await multi(server, '@10'), '10.0.0');
      },
    },
    {
      title: '@2 is 2.0.0, and refused when only 2.1.0 exists',
      requirements: ['OTC-VER-03', 'OTC-CALL-07d'],
      run: async (server) => void expectRefused(await server.call({ tool_id: 'Conf.Multi@2' })),
    },
    {
      title: '@0 is 0.0.0, and refused when that does not exist',
      requirements: ['OTC-VER-03'],
      run: async (server) => void expectRefused(await server.call({ tool_id: 'Conf.Multi@0' })),
    },
    {
      title: 'no version means the latest by number, not by string order or position',
      requirements: ['OTC-VER-04'],
      run: async (server) => strictEqual(await multi(server, ''), '10.0.0'),
    },
    {
      title: "the documents' tools run with a full, a short and no version",
      requirements: ['OTC-VER-02', 'OTC-VER-03', 'OTC-VER-04'],
      needs: ['documents'],
      run: async (server) => {
        for (const toolId of ['Calculator.Add@1.0.0', 'Calculator.Add@1', 'Calculator.Add']) {
          strictEqual(expectValue(await server.call({ ...addition, tool_id: toolId })), 15);
        }
      },
    },
    {
      title: 'a version too large for a number is refused like any unknown version',
      requirements: ['OTC-CALL-07d', 'OTC-VER-02'],
      needs: ['documents'],
      run: async (server) => {
        const huge = ['99999999999999999999999', '1.0.99999999999999999999', '9007199254740993.0.0', '1'.repeat(200)];
        for (const version of huge) {
          expectRefused(await server.call({ ...addition, tool_id: `Calculator.Add@${version}` }));
        }
      },
    },
    {
      title: 'a deprecated version still runs, and its headers say that it is deprecated',
      requirements: ['OTC-VER-01'],
      grade: 'advised',
      run: async (server) => {
        const response = await callConf(server, 'Deprecated');
        expectStatus(response, 200);
        strictEqual(expectValue(response), 'old');
        const { deprecation, sunset, link } = response.headers;
        strictEqual(deprecation, `@${Date.UTC(2024, 0, 1) / 1000}`);
        strictEqual(sunset, 'Thu, 01 Jan 2099 00:00:00 GMT');
        ok(
          link?.includes('https://example.com/migrate'),
          `Link header: expected https://example.com/migrate, got ${link}`,
        );
        const current = await server.call({ tool_id: 'Conf.Deprecated' });
        strictEqual(expectValue(current), 'new');
        strictEqual(current.headers['deprecation'], undefined);
      },
    },
  ],
});
