import type { Need } from '../../client/otc-server.ts';
import type { TestRequest } from '../../client/send-request.ts';
import { bearerCanary, inputCanary, keyCanary, secretCanary, tokenCanary } from '../../fixtures/canaries.ts';
import { spillKinds } from '../../fixtures/conf/spilling.ts';
import { envelope, jsonHeader } from '../support/calls.ts';

/** A request with canaries in every field that an error might repeat. */
export interface CanaryRequest {
  /** The cause of the error, for the title. */
  readonly name: string;
  readonly needs: readonly Need[];
  readonly statuses: readonly number[];
  readonly request: TestRequest;
  /** Set if the standard does not define the response. */
  readonly advised?: true;
}

const entries = (...ids: readonly string[]): object => ({
  authorization: ids.map((id) => ({ id, token: tokenCanary })),
  secrets: ids.map((id) => ({ id, value: secretCanary })),
  user_id: 'user_123',
});
/** A context that no tool uses. */
const unusedContext = entries('unused', '__proto__');
/** The context that Conf.Spill requires. */
const requiredContext = {
  authorization: [{ id: 'conf', token: tokenCanary }],
  secrets: [{ id: 'CONF_SECRET', value: secretCanary }],
};
const gmail = { tool_id: 'Gmail.GetEmails@1.2.0', input: {}, context: unusedContext };
// A server ignores or refuses these credentials. It must not repeat them.
const credentials = { authorization: `Bearer ${bearerCanary}`, 'otc-api-key': keyCanary };

const documents: readonly Need[] = ['documents'];
const fixtures: readonly Need[] = ['fixtures'];

function post(
  name: string,
  needs: readonly Need[],
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): CanaryRequest {
  const request = { method: 'POST', path: '/tools/call', headers: { ...jsonHeader, ...credentials, ...headers }, body };
  return { name, needs, statuses: [status], request };
}

const confCall = (tool: string, input: object, context: object = unusedContext): string =>
  envelope({ tool_id: `Conf.${tool}@1.0.0`, input, context });
const deep = '['.repeat(5000) + ']'.repeat(5000);

/** One request for every kind of error (CASE-C). */
export const canaryRequests: readonly CanaryRequest[] = [
  post('a media type', documents, 400, envelope(gmail), { 'content-type': `text/plain; x=${tokenCanary}` }),
  post('an encoding', documents, 400, envelope(gmail), { 'content-encoding': tokenCanary }),
  post('a charset', documents, 400, envelope(gmail), { 'content-type': `application/json; charset=${tokenCanary}` }),
  post('a body that is too large', documents, 400, envelope({ ...gmail, trace_id: tokenCanary.repeat(60_000) })),
  post('a body that is nested too deeply', documents, 400, `{"request":{"x":"${tokenCanary}","y":${deep}}}`),
  post('a body that is not UTF-8', documents, 400, Buffer.from(`{"x":"${tokenCanary}\xff"}`, 'latin1')),
  post('truncated JSON', documents, 400, envelope(gmail).slice(0, -3)),
  post('JSON with an extra word', documents, 400, `{"request":{"context":["${tokenCanary}" ${secretCanary}]}}`),
  post('JSON that is a string', documents, 400, JSON.stringify(tokenCanary)),
  post('a request that is a string', documents, 400, JSON.stringify({ request: tokenCanary, secret: secretCanary })),
  post(
    'another version of the standard',
    documents,
    400,
    JSON.stringify({ $schema: `otc://9.9/${tokenCanary}`, request: gmail }),
  ),
  post(
    'a call ID that is not a string',
    documents,
    400,
    envelope({ ...gmail, call_id: { [secretCanary]: tokenCanary } }),
  ),
  post('tokens that are a string', documents, 400, envelope({ ...gmail, context: { authorization: tokenCanary } })),
  post(
    'secrets that are an object',
    documents,
    400,
    envelope({ ...gmail, context: { secrets: { KEY: secretCanary } } }),
  ),
  post(
    'a token that is an object',
    documents,
    400,
    envelope({ ...gmail, context: { authorization: [{ id: 'google', token: { [tokenCanary]: 1 } }] } }),
  ),
  post(
    'a user ID that is an object',
    documents,
    400,
    envelope({ ...gmail, context: { ...unusedContext, user_id: { [tokenCanary]: 1 } } }),
  ),
  post('an invalid tool ID', documents, 400, envelope({ ...gmail, tool_id: 'Gmail.' })),
  post('an unknown tool', documents, 400, envelope({ ...gmail, tool_id: 'Gmail.NoSuchTool' })),
  post('an unknown version', documents, 400, envelope({ ...gmail, tool_id: 'Gmail.GetEmails@9.9.9' })),
  post('input of the wrong type', documents, 422, envelope({ ...gmail, input: { query: [inputCanary] } })),
  post(
    'input that is a string',
    documents,
    422,
    envelope({ ...gmail, tool_id: 'Calculator.Add', input: { a: 1, b: inputCanary } }),
  ),
  post('an unknown parameter', fixtures, 422, confCall('Limits', { surprise: inputCanary })),
  post('input that does not match its pattern', fixtures, 422, confCall('Limits', { text: inputCanary })),
  post('input that is not on a list', fixtures, 422, confCall('Throw', { kind: inputCanary })),
  post(
    'a token and a user that are missing',
    documents,
    400,
    envelope({ ...gmail, context: { ...unusedContext, user_id: undefined } }),
  ),
  post(
    'a secret that is missing',
    documents,
    400,
    envelope({ tool_id: 'SMS.Send', input: { to: '1', message: '2' }, context: unusedContext }),
  ),
  post(
    'a tool that reports a failure',
    documents,
    200,
    envelope({ tool_id: 'Doorbell.Ring', input: { doorbell_id: 'x' }, context: unusedContext }),
  ),
  post('a tool that fails', fixtures, 200, confCall('Throw', { kind: 'error' })),
  post('a result of the wrong shape', fixtures, 200, confCall('WrongShape', {})),
  post('a result that JSON cannot represent', fixtures, 200, confCall('Bad', { kind: 'cyclic' })),
  post('a tool that takes too long', fixtures, 200, confCall('Stall', { how: 'never' })),
  ...spillKinds.unexpected.map((kind) =>
    post(
      `a tool that throws its token and secret: ${kind}`,
      fixtures,
      200,
      confCall('Spill', { kind }, requiredContext),
    ),
  ),
  ...spillKinds.intended.map(
    (kind): CanaryRequest => ({
      ...post(
        `a tool that reports its token and secret: ${kind}`,
        fixtures,
        200,
        confCall('Spill', { kind }, requiredContext),
      ),
      advised: true,
    }),
  ),
  post('a call that succeeds', fixtures, 200, confCall('Needy', {}, { ...requiredContext, user_id: 'user_123' })),
  {
    name: 'another method',
    needs: documents,
    request: { method: 'PUT', path: '/tools/call', headers: { ...jsonHeader, ...credentials }, body: envelope(gmail) },
    statuses: [404, 405],
  },
  {
    name: 'an unknown path',
    needs: documents,
    statuses: [404],
    request: {
      method: 'POST',
      path: '/tools/none',
      headers: { ...jsonHeader, ...credentials },
      body: envelope(gmail),
    },
  },
  {
    name: 'a listing of another version',
    needs: documents,
    // Reading the query is optional.
    statuses: [200, 400],
    request: { path: `/tools?$schema=otc://9.9/${tokenCanary}`, headers: credentials },
  },
  {
    name: 'a health check with a query and credentials',
    needs: documents,
    statuses: [200],
    request: { path: `/health?token=${tokenCanary}`, headers: credentials },
  },
  post('a draining server', ['draining'], 400, envelope(gmail)),
];
