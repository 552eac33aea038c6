import { deepStrictEqual, ok } from 'node:assert/strict';
import { jsonBody } from '../client/check-response.ts';
import type { Need, OtcServer } from '../client/otc-server.ts';
import { goldenExchanges } from '../golden/call-tool.ts';
import { goldenRequests } from '../golden/call-tool-request.ts';
import { goldenResponses } from '../golden/call-tool-response.ts';
import { type GoldenExchange, parseHttpText } from '../golden/golden-example.ts';
import { goldenDefinitions } from '../golden/tool-definition.ts';
import type { CaseGroup, OtcCase } from './otc-case.ts';
import { requiresCredentials } from './support/calls.ts';
import { expectStatus, expectVersion } from './support/expect.ts';

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
          const tool = listed.find(({ id }) => id === definition.id) ?? {};
          // A listing may have more members.
          const named = Object.entries(tool).filter(([member]) => member in definition || member === 'requirements');
          deepStrictEqual(Object.fromEntries(named), definition);
        }
      },
    },
  ],
};

interface GoldenResponse extends Readonly<Record<string, unknown>> {
  readonly call_id: string;
  readonly error?: object;
}

interface GoldenRequest {
  readonly call_id: string;
  readonly tool_id: string;
}

function exchangeCase(exchange: GoldenExchange, path: '/tools/call' | '/call'): OtcCase {
  const request = parseHttpText(exchange.request);
  const printed = parseHttpText(exchange.response);
  return {
    title: `${exchange.title}, with POST ${path}`,
    requirements: ['OTC-CALL-01', 'OTC-CALL-05', 'OTC-CALL-06', 'OTC-RESP-01', 'OTC-AUTH-02'],
    needs: ['documents'],
    ...(path === '/call' && { grade: 'advised' as const }),
    run: async (server) => {
      const { 'content-type': contentType = '', authorization = '' } = request.headers;
      // The printed token is truncated. A server without authentication ignores it; a server with authentication refuses it.
      const isProtected = await requiresCredentials(server);
      const headers = { 'content-type': contentType, ...(!isProtected && { authorization }) };
      const response = await server.send({ method: 'POST', path, headers, body: request.body });
      expectStatus(response, Number(printed.startLine.split(' ')[1]));
      expectSame(server, jsonBody('POST /tools/call', response), JSON.parse(printed.body) as GoldenBody);
    },
  };
}

function responseCase(title: string, expected: GoldenResponse): OtcCase {
  const request = requestFor(expected);
  const needs: readonly Need[] = request.tool_id.startsWith('Conf.') ? ['documents', 'fixtures'] : ['documents'];
  return {
    title: `call tool response: ${title}`,
    requirements: ['OTC-RESP-01', 'OTC-RESP-02', 'OTC-RESP-05', 'OTC-RESP-11', 'OTC-CALL-05'],
    needs,
    run: async (server) => {
      const response = await server.call(request);
      expectStatus(response, 200);
      expectSame(server, jsonBody('POST /tools/call', response), { $schema: 'otc://1.0', result: expected });
    },
  };
}

/** Returns the request of a printed response. The documents print no request for the two failures. */
function requestFor(expected: GoldenResponse): GoldenRequest {
  const printed = goldenRequests
    .map(({ json }) => JSON.parse(json) as GoldenRequest)
    .find((request) => request.call_id === expected.call_id);
  if (printed !== undefined) return printed;
  const { call_id } = expected;
  if (!('can_retry' in (expected.error ?? {}))) return { call_id, tool_id: 'Conf.Unreachable@1.0.0' };
  const doorbell = { tool_id: 'Doorbell.Ring@0.1.0', input: { doorbell_id: 'doorbell1' } };
  return { call_id, ...doorbell };
}

/** Expects the printed response. The examples are not normative, so its optional parts may be missing. */
function expectSame(server: OtcServer, actual: unknown, expected: GoldenBody): void {
  const received = actual as GoldenBody;
  if (server.exactTexts) deepStrictEqual(withoutDuration(received), withoutDuration(expected));
  expectVersion(received.$schema);
  if (expected.result !== undefined) deepStrictEqual(requiredParts(received.result), requiredParts(expected.result));
  const { parameter_errors: errors = expected.parameter_errors } = received;
  deepStrictEqual(Object.keys(errors ?? {}), Object.keys(expected.parameter_errors ?? {}));
}

interface GoldenBody {
  readonly $schema?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly parameter_errors?: object;
}

/** Removes the duration, which differs from the documents. */
function withoutDuration({ result, ...rest }: GoldenBody): object {
  if (result === undefined) return rest;
  const { duration, ...others } = result;
  ok(typeof duration === 'number', `duration: expected a number, as in every example, got ${String(duration)}`);
  return { ...rest, result: others };
}

/** Removes what is optional: the duration, a null value, and the members of an error except for its message. */
function requiredParts({
  duration: _duration,
  value = null,
  error,
  ...others
}: Readonly<Record<string, unknown>> = {}): object {
  const { message } = Object(error) as { message?: unknown };
  return { ...others, message, ...(value !== null && { value }) };
}
