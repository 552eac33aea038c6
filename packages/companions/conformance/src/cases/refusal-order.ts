import { deepStrictEqual, notStrictEqual, strictEqual } from 'node:assert/strict';
import type { Answer } from '../subject/answer.ts';
import { jsonBody } from '../subject/exchange-check.ts';
import type { OtcServer } from '../subject/otc-server.ts';
import { expectStatus, expectValue, type ServerErrorBody } from './expect.ts';
import type { CaseGroup, OtcCase } from './otc-case.ts';

/** What can be wrong with a call, in the order in which a server must notice it (CASE-B). */
const flaws = [
  'credentials',
  'media type',
  'size',
  'JSON',
  'envelope',
  '$schema',
  'grammar of the tool id',
  'tool',
  'version',
  'input',
  'requirements',
  // OTC-REQ-03: a call_id that was used for another call belongs here, once a server is known to keep them.
] as const;
type Flaw = (typeof flaws)[number];

const padding = 'x'.repeat(1024 * 1024);

/** Sends a call of Gmail.GetEmails that is wrong in these ways, and in no other. */
function sendWith(server: OtcServer, wrong: readonly Flaw[]): Promise<Answer> {
  const has = (flaw: Flaw): boolean => wrong.includes(flaw);
  const request = {
    tool_id: has('grammar of the tool id')
      ? 'Gmail.'
      : has('tool')
        ? 'Gmail.NoSuchTool@9.9.9'
        : has('version')
          ? 'Gmail.GetEmails@9.9.9'
          : 'Gmail.GetEmails@1.2.0',
    input: has('input') ? { query: 5 } : {},
    ...(has('requirements')
      ? {}
      : { context: { authorization: [{ id: 'google', token: 'conformance-token' }], user_id: 'user_123' } }),
    ...(has('size') && { trace_id: padding }),
  };
  const document = {
    $schema: has('$schema') ? 'otc://9.9' : 'otc://1.0',
    request: has('envelope') ? [request] : request,
  };
  return server.send({
    method: 'POST',
    path: '/tools/call',
    headers: {
      'content-type': has('media type') ? 'text/plain' : 'application/json',
      ...(has('credentials') && { authorization: 'Bearer garbage' }),
    },
    body: JSON.stringify(document) + (has('JSON') ? '}' : ''),
    anonymous: has('credentials'),
  });
}

/** One request with several flaws is answered for the first of them. */
export const refusalOrderCases: CaseGroup = {
  title: 'Order of refusals',
  cases: [
    ...flaws.slice(0, -1).map(
      (flaw, index): OtcCase => ({
        title: `${flaw} comes before everything after it`,
        requirements: ['OTC-CALL-06', 'OTC-CALL-07', 'OTC-CALL-11'],
        needs: flaw === 'credentials' ? ['credentials', 'documents'] : ['documents'],
        grade: 'advised',
        run: async (server) => {
          const [single, several] = [await sendWith(server, [flaw]), await sendWith(server, flaws.slice(index))];
          for (const answer of [single, several]) expectStatus(answer, statusOf(flaw));
          deepStrictEqual(words(several), words(single));
        },
      }),
    ),
    {
      title: 'with every flaw mended the call runs',
      requirements: ['OTC-CALL-05'],
      needs: ['documents'],
      run: async (server) => void expectValue(await sendWith(server, [])),
    },
    {
      title: 'each kind of flaw has a message of its own',
      requirements: ['OTC-CALL-06', 'OTC-CALL-08'],
      needs: ['documents'],
      grade: 'advised',
      run: async (server) => {
        const seen = new Map<string, string>();
        for (const flaw of flaws.slice(1)) {
          const answer = await sendWith(server, [flaw]);
          expectStatus(answer, statusOf(flaw));
          const { message, developer_message: detail = '' } = jsonBody('The call', answer) as ServerErrorBody;
          notStrictEqual(message, '');
          strictEqual(seen.get(message + detail), undefined, `${flaw} reads like ${seen.get(message + detail)}`);
          seen.set(message + detail, flaw);
        }
      },
    },
    {
      title:
        'a call in which everything is wrong learns of one flaw after the other as they are mended, and runs at last',
      requirements: ['OTC-CALL-06', 'OTC-CALL-07', 'OTC-CALL-07e', 'OTC-CALL-11'],
      needs: ['credentials', 'documents'],
      grade: 'advised',
      run: async (server) => {
        const told: unknown[] = [];
        for (const mended of flaws.keys()) told.push(words(await sendWith(server, flaws.slice(mended))));
        const expected: unknown[] = [];
        for (const flaw of flaws) expected.push(words(await sendWith(server, [flaw])));
        deepStrictEqual(told, expected);
        strictEqual(new Set(told.map((one) => JSON.stringify(one))).size, flaws.length, 'two flaws read alike');
        expectValue(await sendWith(server, []));
      },
    },
  ],
};

function statusOf(flaw: Flaw): 400 | 422 {
  return flaw === 'input' ? 422 : 400;
}

function words(answer: Answer): unknown {
  const { message, developer_message } = jsonBody('The call', answer) as ServerErrorBody;
  return { status: answer.status, message, developer_message };
}
