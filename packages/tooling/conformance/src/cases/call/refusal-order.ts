import { deepStrictEqual, notStrictEqual, strictEqual } from 'node:assert/strict';
import { jsonBody } from '../../client/check-response.ts';
import type { OtcServer } from '../../client/otc-server.ts';
import type { TestResponse } from '../../client/response.ts';
import type { CaseGroup, OtcCase } from '../otc-case.ts';
import { expectStatus, expectValue, type ServerErrorBody } from '../support/expect.ts';

/** Flaws of a call, in the order in which a server must report them (CASE-B). */
const flaws = [
  'credentials',
  'media type',
  'size',
  'JSON',
  'envelope',
  '$schema',
  'tool ID grammar',
  'tool',
  'version',
  'input',
  'requirements',
  // OTC-REQ-03 (a call_id of another call) is missing: not every server stores call IDs.
] as const;
type Flaw = (typeof flaws)[number];

const padding = 'x'.repeat(1024 * 1024);

/** Sends a call of Gmail.GetEmails with exactly these flaws. */
function sendWith(server: OtcServer, flawsToSend: readonly Flaw[]): Promise<TestResponse> {
  const has = (flaw: Flaw): boolean => flawsToSend.includes(flaw);
  const request = {
    tool_id: toolIdWith(flawsToSend),
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

function toolIdWith(flawsToSend: readonly Flaw[]): string {
  if (flawsToSend.includes('tool ID grammar')) return 'Gmail.';
  if (flawsToSend.includes('tool')) return 'Gmail.NoSuchTool@9.9.9';
  return flawsToSend.includes('version') ? 'Gmail.GetEmails@9.9.9' : 'Gmail.GetEmails@1.2.0';
}

/** The response to a request with several flaws is about the first one. */
export const refusalOrderCases: CaseGroup = {
  title: 'Order of refusals',
  cases: [
    ...flaws.slice(0, -1).map(
      (flaw, index): OtcCase => ({
        title: `${flaw} is reported before every later flaw`,
        requirements: ['OTC-CALL-06', 'OTC-CALL-07', 'OTC-CALL-11'],
        needs: flaw === 'credentials' ? ['credentials', 'documents'] : ['documents'],
        grade: 'advised',
        run: async (server) => {
          const [single, several] = [await sendWith(server, [flaw]), await sendWith(server, flaws.slice(index))];
          for (const response of [single, several]) expectStatus(response, statusOf(flaw));
          deepStrictEqual(messagesOf(several), messagesOf(single));
        },
      }),
    ),
    {
      title: 'a call without flaws runs',
      requirements: ['OTC-CALL-05'],
      needs: ['documents'],
      run: async (server) => void expectValue(await sendWith(server, [])),
    },
    {
      title: 'each kind of flaw has a different message',
      requirements: ['OTC-CALL-06', 'OTC-CALL-08'],
      needs: ['documents'],
      grade: 'advised',
      run: async (server) => {
        const flawByMessage = new Map<string, string>();
        for (const flaw of flaws.slice(1)) {
          const response = await sendWith(server, [flaw]);
          expectStatus(response, statusOf(flaw));
          const { message, developer_message: detail = '' } = jsonBody('POST /tools/call', response) as ServerErrorBody;
          notStrictEqual(message, '');
          const other = flawByMessage.get(message + detail);
          strictEqual(other, undefined, `message for ${flaw}: expected a unique one, got the one for ${other}`);
          flawByMessage.set(message + detail, flaw);
        }
      },
    },
    {
      title: 'a call with every flaw gets one error at a time as they are fixed, and finally runs',
      requirements: ['OTC-CALL-06', 'OTC-CALL-07', 'OTC-CALL-07e', 'OTC-CALL-11'],
      needs: ['credentials', 'documents'],
      grade: 'advised',
      run: async (server) => {
        const errors: unknown[] = [];
        for (const start of flaws.keys()) errors.push(messagesOf(await sendWith(server, flaws.slice(start))));
        const expected: unknown[] = [];
        for (const flaw of flaws) expected.push(messagesOf(await sendWith(server, [flaw])));
        deepStrictEqual(errors, expected);
        strictEqual(
          new Set(errors.map((error) => JSON.stringify(error))).size,
          flaws.length,
          'errors: expected one per flaw, got equal ones',
        );
        expectValue(await sendWith(server, []));
      },
    },
  ],
};

function statusOf(flaw: Flaw): 400 | 422 {
  return flaw === 'input' ? 422 : 400;
}

function messagesOf(response: TestResponse): unknown {
  const { message, developer_message } = jsonBody('POST /tools/call', response) as ServerErrorBody;
  return { status: response.status, message, developer_message };
}
