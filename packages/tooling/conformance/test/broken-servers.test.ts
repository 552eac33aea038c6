import { expect, test } from 'vitest';
import { hostCredentials } from '../src/host/start-otc.ts';
import { connectOtcServer, type OtcServerOptions } from '../src/index.ts';
import { titlesThat } from './failures.ts';
import { json, type TinyAnswer } from './tiny-protocol.ts';
import type { TinyServerOptions } from './tiny-server.ts';

type Tamper = NonNullable<TinyServerOptions['tamper']>;
type Body = Record<string, Record<string, unknown>>;

const failures = (...how: [Partial<TinyServerOptions>, OtcServerOptions?, string?]): Promise<readonly string[]> =>
  titlesThat('fail', ...how);

function onBody(status: number, change: (body: Body) => unknown): Tamper {
  return (response, { endpoint }) => {
    if (endpoint !== 'POST /tools/call' || response.status !== status) return response;
    const body = JSON.parse(response.text) as Body;
    return json(status, change(body) ?? body);
  };
}

function onList(change: (tool: Record<string, unknown>) => void): Tamper {
  return (response, { endpoint }) => {
    if (endpoint !== 'GET /tools' || response.status !== 200) return response;
    const body = JSON.parse(response.text) as { readonly tools: readonly Record<string, unknown>[] };
    body.tools.forEach(change);
    return json(200, body);
  };
}

const statusOnCall =
  (from: number, to: number): Tamper =>
  (response, { endpoint }) =>
    endpoint === 'POST /tools/call' && response.status === from ? { ...response, status: to } : response;

const brokenServers: readonly (readonly [flaw: string, tamper: Tamper, caught: string])[] = [
  [
    'answers 404 for unknown tools',
    statusOnCall(400, 404),
    'Call tool: an unknown or invalid tool ID is refused with 400, never 404',
  ],
  ['answers 500 for bad input', statusOnCall(422, 500), 'Call tool: a missing parameter returns 422 and is named'],
  ['answers 400 for bad input', statusOnCall(422, 400), 'Call tool: a missing parameter returns 422 and is named'],
  [
    'forgets the call_id',
    onBody(200, ({ result }) => void delete result?.['call_id']),
    'Call response: a call_id is returned byte for byte',
  ],
  [
    'trims the call_id',
    onBody(200, ({ result }) => void (result && (result['call_id'] = String(result['call_id']).trim()))),
    'Call response: a call_id is returned byte for byte',
  ],
  [
    'always has the same call_id',
    onBody(200, ({ result }) => void (result && (result['call_id'] = 'same'))),
    'Call response: calls without a call_id get different IDs',
  ],
  [
    'writes success as text',
    onBody(200, ({ result }) => void (result && (result['success'] = String(result['success'])))),
    'Call response: success is a boolean that reports how the call ended',
  ],
  [
    'writes numbers as text',
    onBody(200, ({ result }) => void (result && 'value' in result && (result['value'] = String(result['value'])))),
    'Call tool: a call accepts and returns JSON',
  ],
  [
    'puts an empty error beside the value',
    onBody(200, ({ result }) => void (result && (result['error'] ??= null))),
    'Call response: a success has no error, and a failure no value',
  ],
  ['leaves the envelope out', onBody(200, ({ result }) => result), 'Call request: a request in an envelope runs'],
  [
    'shows a stack',
    onBody(400, (body) => ({ ...body, message: new Error('x').stack })),
    'Error bodies: a server error follows its schema, outside of any result',
  ],
  [
    'says nothing',
    onBody(400, (body) => ({ ...body, message: '' })),
    'Call tool: a refusal has a message for users, and any developer_message is a string',
  ],
  [
    'wraps errors',
    onBody(400, (body) => ({ error: body })),
    'Error bodies: a server error follows its schema, outside of any result',
  ],
  [
    'answers text',
    (response) => ({ ...response, headers: { 'content-type': 'text/plain' } }),
    'List tools: GET /tools returns 200 with a JSON object that contains an array of tools',
  ],
  [
    'repeats what it was sent',
    (response, { body }) => (response.status === 400 ? json(400, { message: `Cannot read ${body}` }) : response),
    'Leaks: a body that is not JSON is not quoted: truncated JSON',
  ],
  [
    'runs whatever it is given',
    ranAnyway,
    'Call tool: a parameter of the wrong type returns 422, is named, and is never converted',
  ],
  [
    'takes any version of the standard',
    anyVersion,
    'Edge 25: spellings of $schema: otc://2.0 is refused with the supported versions',
  ],
  [
    'asks for a login to see its health',
    (response, { endpoint }) => (endpoint === 'GET /health' ? { ...response, status: 401 } : response),
    'Health check: GET /health returns 200 with any body',
  ],
  [
    'lists an array',
    (response, { endpoint }) => (endpoint === 'GET /tools' && response.status === 200 ? json(200, []) : response),
    'List tools: GET /tools returns 200 with a JSON object that contains an array of tools',
  ],
  [
    'lists ids without a version',
    onList((tool) => void (tool['id'] = String(tool['id']).split('@')[0])),
    'Tool definition: an ID has the form Toolkit.Tool@x.y.z',
  ],
  [
    'lists another version than the id says',
    onList((tool) => void (tool['version'] = '9.9.9')),
    'Tool definition: the version in the ID equals the version field',
  ],
  [
    'lists one tool twice',
    onList((tool) => void (tool['id'] = 'Calculator.Add@1.0.0')),
    'Tool definition: no two tools share an ID',
  ],
  [
    'lists flat input schemas',
    onList((tool) => void (tool['input_schema'] = { type: 'object' })),
    'Tool definition: input_schema.parameters is an object',
  ],
  [
    'lists references',
    onList((tool) => void (tool['output_schema'] = { $ref: '#/$defs/a', $defs: { a: {} } })),
    'Tool definition: schemas contain no references and no nested definitions',
  ],
  [
    'lists names with dots',
    onList((tool) => void (tool['name'] = 'Calculator.Add')),
    'Tool definition: a name has 1 to 64 letters, digits, underscores and dashes',
  ],
  [
    'lists requirements as an array',
    onList((tool) => void (tool['requirements'] = [])),
    'Tool definition: requirements are an object if they exist',
  ],
  [
    'lists parameters without a description',
    onList((tool) => void (tool['input_schema'] = { parameters: { properties: { a: {} } } })),
    'Tool definition: every parameter is a schema object with a description',
  ],
];

const isAll = process.env['TEST_SCOPE'] === 'all';

// Each of these cases is a separate test in `correct-server.heavy.test.ts`.
test.runIf(isAll)('a conforming server fails no case', async () => {
  expect(await failures({})).toEqual([]);
});

// All of them with `npm test -- --all`.
const selectedServers = brokenServers.filter((_, index) => isAll || index % 6 === 0);

test.each(selectedServers)('a server that %s is caught', async (_flaw, tamper, caught) => {
  expect(await failures({ tamper }, {}, caught)).toEqual([caught]);
});

test('a server without tools that sends no listing is caught', async () => {
  const tamper: Tamper = (response, { endpoint }) =>
    endpoint === 'GET /tools' ? json(200, { tools: null }) : response;
  const caught = 'List tools: a server without tools lists an empty array';
  expect(await failures({ tools: [] }, { state: 'empty' })).toEqual([]);
  expect(await failures({ tools: [], tamper }, { state: 'empty' })).toEqual([caught]);
});

test('a stopping server that still runs calls, or responds with 503, is caught', async () => {
  const caught = 'Call tool: a draining server refuses calls with 400';
  expect(await failures({ draining: true }, { state: 'draining' })).toEqual([]);
  expect(await failures({ draining: true, tamper: statusOnCall(400, 503) }, { state: 'draining' })).toContain(caught);
  expect(await failures({}, { state: 'draining' }, caught)).toEqual([caught]);
});

test('a server with invalid names fails only the cases about names and complete definitions', async () => {
  const tamper = onList((tool) => void (tool['name'] = 'Calculator.Add'));
  expect(await failures({ tamper })).toEqual([
    'List tools: every listed tool is a complete definition',
    'Tool definition: a name has 1 to 64 letters, digits, underscores and dashes',
    'Examples of the documents: the five tools are listed as the documents define them',
  ]);
});

test('no case about definitions passes if the listing is refused', async () => {
  const passed = await titlesThat('pass', { credentials: hostCredentials });
  expect(passed.filter((title) => title.startsWith('Tool definition: '))).toEqual([]);
});

test('a URL without a server is reported at once', async () => {
  await expect(connectOtcServer('http://127.0.0.1:9')).rejects.toThrow(
    'No server responds at http://127.0.0.1:9. Start it, or check the URL.',
  );
});

function ranAnyway(response: TinyAnswer): TinyAnswer {
  return response.status === 422
    ? json(200, { $schema: 'otc://1.0', result: { call_id: 'a', success: true, value: 0 } })
    : response;
}

function anyVersion(response: TinyAnswer, { body }: { readonly body: string }): TinyAnswer {
  return response.status === 400 && body.includes('otc://2.0')
    ? json(200, { $schema: 'otc://2.0', result: { call_id: 'a', success: true, value: 15 } })
    : response;
}
