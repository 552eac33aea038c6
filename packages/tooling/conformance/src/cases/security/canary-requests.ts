import type { Need } from '../../client/otc-server.ts';
import type { TestRequest } from '../../client/send-request.ts';
import { bearerCanary, inputCanary, keyCanary, secretCanary, tokenCanary } from '../../fixtures/canaries.ts';
import { spillKinds } from '../../fixtures/conf/spill.ts';
import { envelope, jsonHeaders } from '../support/calls.ts';

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
// The standard does not define other methods and paths.
const undefinedRequest = [400, 404, 405, 501];
/** A context that no tool uses. */
const unusedContext = entries('unused', '__proto__');
const requiredContext = {
  authorization: [{ id: 'conf', token: tokenCanary }],
  secrets: [{ id: 'CONF_SECRET', value: secretCanary }],
};
const gmail = { tool_id: 'Gmail.GetEmails@1.2.0', input: {}, context: unusedContext };
// A server ignores or refuses these credentials. It must not repeat them.
const credentials = { authorization: `Bearer ${bearerCanary}`, 'otc-api-key': keyCanary };

const documents: readonly Need[] = ['documents'];
const headers = { ...jsonHeaders, ...credentials };

/** A call and the name of what it tests, with other headers than the usual ones. */
type Row = readonly [name: string, body: string | Uint8Array, others?: Readonly<Record<string, string>>];

function post(needs: readonly Need[], status: number, [name, body, others]: Row): CanaryRequest {
  const request = { method: 'POST', path: '/tools/call', headers: { ...headers, ...others }, body };
  return { name, needs, statuses: [status], request };
}

const posts = (needs: readonly Need[], status: number, rows: readonly Row[]): readonly CanaryRequest[] =>
  rows.map((row) => post(needs, status, row));

const confCall = (tool: string, input: object, context: object = unusedContext): string =>
  envelope({ tool_id: `Conf.${tool}@1.0.0`, input, context });
const deep = '['.repeat(5000) + ']'.repeat(5000);

const gmailCall = (changes: object): string => envelope({ ...gmail, ...changes });

const refused: readonly Row[] = [
  ['a media type', envelope(gmail), { 'content-type': `text/plain; x=${tokenCanary}` }],
  ['an encoding', envelope(gmail), { 'content-encoding': tokenCanary }],
  ['a charset', envelope(gmail), { 'content-type': `application/json; charset=${tokenCanary}` }],
  ['a body that is too large', gmailCall({ trace_id: tokenCanary.repeat(60_000) })],
  ['a body that is nested too deeply', `{"request":{"x":"${tokenCanary}","y":${deep}}}`],
  ['a body that is not UTF-8', Buffer.from(`{"x":"${tokenCanary}\xff"}`, 'latin1')],
  ['truncated JSON', envelope(gmail).slice(0, -3)],
  ['JSON with an extra word', `{"request":{"context":["${tokenCanary}" ${secretCanary}]}}`],
  ['JSON that is a string', JSON.stringify(tokenCanary)],
  ['a request that is a string', JSON.stringify({ request: tokenCanary, secret: secretCanary })],
  ['another version of the standard', JSON.stringify({ $schema: `otc://9.9/${tokenCanary}`, request: gmail })],
  ['a call ID that is not a string', gmailCall({ call_id: { [secretCanary]: tokenCanary } })],
  ['tokens that are a string', gmailCall({ context: { authorization: tokenCanary } })],
  ['secrets that are an object', gmailCall({ context: { secrets: { KEY: secretCanary } } })],
  [
    'a token that is an object',
    gmailCall({ context: { authorization: [{ id: 'google', token: { [tokenCanary]: 1 } }] } }),
  ],
  ['a user ID that is an object', gmailCall({ context: { ...unusedContext, user_id: { [tokenCanary]: 1 } } })],
  ['an invalid tool ID', gmailCall({ tool_id: 'Gmail.' })],
  ['an unknown tool', gmailCall({ tool_id: 'Gmail.NoSuchTool' })],
  ['an unknown version', gmailCall({ tool_id: 'Gmail.GetEmails@9.9.9' })],
  ['a token and a user that are missing', gmailCall({ context: { ...unusedContext, user_id: undefined } })],
  [
    'a secret that is missing',
    envelope({ tool_id: 'SMS.Send', input: { to: '1', message: '2' }, context: unusedContext }),
  ],
];

// The standard does not define which comes first: invalid input or missing requirements.
const metContext = { ...unusedContext, authorization: [{ id: 'google', token: tokenCanary }] };

const invalid: readonly Row[] = [
  ['input of the wrong type', gmailCall({ input: { query: [inputCanary] }, context: metContext })],
  ['input that is a string', gmailCall({ tool_id: 'Calculator.Add', input: { a: 1, b: inputCanary } })],
];

const invalidForFixtures: readonly Row[] = [
  ['an unknown parameter', confCall('Limits', { surprise: inputCanary })],
  ['input that does not match its pattern', confCall('Limits', { text: inputCanary })],
  ['input that is not on a list', confCall('Throw', { kind: inputCanary })],
];

const doorbell = envelope({ tool_id: 'Doorbell.Ring', input: { doorbell_id: 'x' }, context: unusedContext });

const answeredByFixtures: readonly Row[] = [
  ['a tool that fails', confCall('Throw', { kind: 'error' })],
  ['a result of the wrong shape', confCall('WrongShape', {})],
  ['a result that JSON cannot represent', confCall('Bad', { kind: 'cyclic' })],
  ['a tool that takes too long', confCall('Stall', { how: 'never' })],
  ...spillKinds.unexpected.map(
    (kind): Row => [`a tool that throws its token and secret: ${kind}`, confCall('Spill', { kind }, requiredContext)],
  ),
  ['a call that succeeds', confCall('Needy', {}, { ...requiredContext, user_id: 'user_123' })],
];

const intended: readonly Row[] = spillKinds.intended.map((kind) => [
  `a tool that reports its token and secret: ${kind}`,
  confCall('Spill', { kind }, requiredContext),
]);

/** One request for every kind of error (CASE-C). */
export const canaryRequests: readonly CanaryRequest[] = [
  ...posts(documents, 400, refused),
  ...posts(documents, 422, invalid),
  ...posts(['fixtures'], 422, invalidForFixtures),
  post(documents, 200, ['a tool that reports a failure', doorbell]),
  ...posts(['fixtures'], 200, answeredByFixtures),
  ...posts(['fixtures'], 200, intended).map((request): CanaryRequest => ({ ...request, advised: true })),
  {
    name: 'another method',
    needs: documents,
    statuses: undefinedRequest,
    request: { method: 'PUT', path: '/tools/call', headers, body: envelope(gmail) },
  },
  {
    name: 'an unknown path',
    needs: documents,
    statuses: undefinedRequest,
    request: { method: 'POST', path: '/tools/none', headers, body: envelope(gmail) },
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
  post(['draining'], 400, ['a draining server', envelope(gmail)]),
];
