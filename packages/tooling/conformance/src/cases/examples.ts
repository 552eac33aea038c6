import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { jsonBody } from '../client/check-response.ts';
import type { Need, OtcServer } from '../client/otc-server.ts';
import { summarize, type TestResponse } from '../client/response.ts';
import { goldenExchanges } from '../golden/call-tool.ts';
import { goldenRequests } from '../golden/call-tool-request.ts';
import { goldenResponses } from '../golden/call-tool-response.ts';
import { type GoldenExchange, parseHttpText } from '../golden/golden-example.ts';
import { goldenDefinitions } from '../golden/tool-definition.ts';
import type { CaseGroup, OtcCase } from './otc-case.ts';
import { expectStatus } from './support/expect.ts';

/** The examples of the documents, with their printed requests and responses. */
export const goldenCases: CaseGroup = {
  title: 'Examples of the documents',
  cases: [
    ...goldenExchanges.flatMap((exchange) => [exchangeCase(exchange, '/tools/call'), exchangeCase(exchange, '/call')]),
    ...goldenResponses.map(({ title, json }) => responseCase(title, JSON.parse(json) as GoldenResponse)),
    {
      title: 'the five tools are listed as the documents define them',
      requirements: ['OTC-LIST-04', 'OTC-DEF-01'],
      needs: ['documents'],
      run: async (server) => {
        const listed = await server.tools();
        for (const { json } of goldenDefinitions) {
          const definition = JSON.parse(json) as { readonly id: string };
          deepStrictEqual(
            listed.find((tool) => tool.id === definition.id),
            definition,
          );
        }
      },
    },
  ],
};

interface GoldenResponse {
  readonly call_id: string;
  readonly duration: number;
  readonly error?: object;
}

function exchangeCase(exchange: GoldenExchange, path: '/tools/call' | '/call'): OtcCase {
  const request = parseHttpText(exchange.request);
  const printed = parseHttpText(exchange.response);
  return {
    title: `${exchange.title}, by POST ${path}`,
    requirements: ['OTC-CALL-01', 'OTC-CALL-05', 'OTC-CALL-06', 'OTC-RESP-01', 'OTC-AUTH-02'],
    needs: ['documents'],
    ...(path === '/call' && { grade: 'advised' as const }),
    run: async (server) => {
      const { 'content-type': contentType = '', authorization = '' } = request.headers;
      // The printed token is truncated. A server without authentication ignores it; a server with authentication refuses it.
      const headers = { 'content-type': contentType, ...(!server.has.has('credentials') && { authorization }) };
      const response = await server.send({ method: 'POST', path, headers, body: request.body });
      expectStatus(response, Number(printed.startLine.split(' ')[1]));
      // The charset is optional. `checkExchange` rejects other types.
      ok(response.headers['content-type']?.startsWith(printed.headers['content-type'] ?? ''), summarize(response));
      expectSame(server, jsonBody('The call', response), JSON.parse(printed.body));
    },
  };
}

function responseCase(title: string, expected: GoldenResponse): OtcCase {
  const needs: readonly Need[] = title === 'Error Response' ? ['documents', 'fixtures'] : ['documents'];
  return {
    title: `call tool response: ${title}`,
    requirements: ['OTC-RESP-01', 'OTC-RESP-02', 'OTC-RESP-05', 'OTC-RESP-11', 'OTC-CALL-05'],
    needs,
    run: async (server) => {
      const response: TestResponse = await server.call(requestFor(expected));
      expectStatus(response, 200);
      expectSame(server, jsonBody('The call', response), { $schema: 'otc://1.0', result: expected });
    },
  };
}

/** The requests for the printed responses. The documents print none for the two failures. */
function requestFor(expected: GoldenResponse): unknown {
  const printed = goldenRequests
    .map(({ json }) => JSON.parse(json) as { readonly call_id: string })
    .find((request) => request.call_id === expected.call_id);
  if (printed !== undefined) return printed;
  return 'can_retry' in (expected.error ?? {})
    ? { call_id: expected.call_id, tool_id: 'Doorbell.Ring@0.1.0', input: { doorbell_id: 'doorbell1' } }
    : { call_id: expected.call_id, tool_id: 'Conf.Unreachable@1.0.0' };
}

function expectSame(server: OtcServer, actual: unknown, expected: unknown): void {
  const found = withoutDuration(actual);
  const wanted = withoutDuration(expected);
  if (server.exactTexts || 'result' in wanted) deepStrictEqual(found, wanted);
  else expectSameError(found as GoldenError, wanted as GoldenError);
}

// The duration differs from the documents.
function withoutDuration(body: unknown): object {
  const { result, ...rest } = body as { readonly result?: Record<string, unknown> };
  if (result === undefined) return rest;
  const { duration, ...others } = result;
  ok(typeof duration === 'number', 'expected a duration, as every example has one');
  return { ...rest, result: others };
}

interface GoldenError {
  readonly $schema: string;
  readonly message: string;
  readonly parameter_errors?: Readonly<Record<string, string>>;
}

/** The same error with the server's messages, which the standard does not define. */
function expectSameError(found: GoldenError, wanted: GoldenError): void {
  strictEqual(found.$schema, wanted.$schema);
  for (const [name, text] of Object.entries(wanted.parameter_errors ?? {})) {
    ok(found.parameter_errors?.[name]?.startsWith(text), `${name}: ${found.parameter_errors?.[name]}`);
  }
}
