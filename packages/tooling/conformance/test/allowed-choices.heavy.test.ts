import { expect, test } from 'vitest';
import { documentTools, fixtureTools } from '../src/fixtures.ts';
import { hostCredentials as credentials } from '../src/host/start-otc.ts';
import type { OtcServerOptions } from '../src/index.ts';
import { titlesThat } from './failures.ts';
import { refuse, type TinyAnswer } from './tiny-protocol.ts';
import type { TinyServerOptions } from './tiny-server.ts';

type Tamper = NonNullable<TinyServerOptions['tamper']>;

interface Body {
  readonly $schema?: string;
  readonly result?: Record<string, unknown>;
  readonly tools?: readonly Record<string, unknown>[];
  readonly message?: string;
  readonly parameter_errors?: object;
}

/** A right server that differs from ours where the standard allows it. */
interface Choice {
  readonly choice: string;
  readonly tamper: Tamper;
  readonly options?: Partial<TinyServerOptions>;
  readonly facts?: OtcServerOptions;
  /** One case, for a choice that concerns only this one. */
  readonly only?: string;
}

const onBody =
  (change: (body: Body) => object): Tamper =>
  (response) =>
    response.text === '' ? response : { ...response, text: JSON.stringify(change(JSON.parse(response.text) as Body)) };

const onTools = (change: (tool: Record<string, unknown>) => object): Tamper =>
  onBody((body) => (body.tools === undefined ? body : { ...body, tools: body.tools.map(change) }));

const onResult = (change: (result: Record<string, unknown>) => object): Tamper =>
  onBody((body) => (body.result === undefined ? body : { ...body, result: change(body.result) }));

const withType =
  (type: string): Tamper =>
  (response) => ({ ...response, headers: { ...response.headers, 'content-type': type } });

const withSameId = onTools(({ output_schema: output, ...tool }) => ({
  ...tool,
  output_schema: output && { $id: 'https://example.com/output', ...output },
}));

/** Refuses bodies that match. */
const refusing =
  (pattern: RegExp): Tamper =>
  (response, { body }) =>
    pattern.test(body) ? refuse('This member is not allowed.') : response;

function without({ headers, ...response }: TinyAnswer, name: string): TinyAnswer {
  return { ...response, headers: Object.fromEntries(Object.entries(headers).filter(([header]) => header !== name)) };
}

const hasSlash = (url: string): boolean => /\/(?:\?|$)/.test(url);
const secured = { options: { credentials }, facts: { state: 'credentials', credentials } } as const;

const choices: readonly Choice[] = [
  { choice: 'names no version', tamper: onBody(({ $schema: _schema, ...body }) => body) },
  { choice: 'spells its version differently', tamper: onBody((body) => ({ ...body, $schema: 'urn:oxp:1.0' })) },
  { choice: 'sends no duration', tamper: onResult(({ duration: _duration, ...result }) => result) },
  {
    choice: 'sends no null',
    tamper: onResult(({ value, ...result }) => (value === null ? result : { ...result, value })),
  },
  {
    choice: 'sends no null for a tool that returns one',
    tamper: onResult(({ value, ...result }) => (value === null ? result : { ...result, value })),
    options: { tools: [...documentTools(), ...fixtureTools().filter(({ id }) => /Any|Counter|Echo/.test(id))] },
    only: 'Call response: any JSON value is returned unchanged',
  },
  {
    choice: 'explains errors to developers',
    tamper: onBody((body) => (body.message ? { ...body, developer_message: new TypeError('x').stack } : body)),
  },
  {
    choice: 'adds a member to errors',
    tamper: onBody((body) => (body.message ? { error: 'Bad Request', ...body } : body)),
  },
  { choice: 'quotes its charset', tamper: withType('application/json; charset="utf-8"') },
  { choice: 'writes its type in capitals', tamper: withType('Application/JSON ;CHARSET=UTF-8') },
  {
    choice: 'reports one invalid parameter',
    tamper: onBody(({ parameter_errors: errors, ...body }) =>
      errors ? { ...body, parameter_errors: Object.fromEntries(Object.entries(errors).slice(0, 1)) } : body,
    ),
  },
  { choice: 'reports no invalid parameter', tamper: onBody(({ parameter_errors: _errors, ...body }) => body) },
  { choice: 'lists more about its tools', tamper: onTools((tool) => ({ title: 'A tool', ...tool })) },
  ...[
    'Tool definition: schemas are valid in JSON Schema 2020-12 and draft-07',
    "Call response: every value of the documents' tools conforms to its output schema",
  ].map((only) => ({ choice: 'gives its schemas the same ID', tamper: withSameId, only })),
  {
    choice: 'has tools whose IDs differ in case',
    tamper: onBody(({ tools = [], ...body }) => ({
      ...body,
      tools: [...tools, { ...tools[0], id: 'CALCULATOR.ADD@1.0.0' }],
    })),
    only: 'Tool definition: no two tools share an ID, ignoring case',
  },
  { choice: 'refuses members that it does not know', tamper: refusing(/"another":|"extra":/) },
  { choice: 'refuses null', tamper: refusing(/"(?:call_id|trace_id|input|context|\$schema)":null/) },
  {
    choice: 'knows one type of JSON',
    tamper: (response, { headers }) =>
      headers['content-type']?.includes('+json') ? refuse('Send application/json.') : response,
  },
  {
    choice: 'knows no trailing slash',
    tamper: (response, { url }) => (hasSlash(url) ? { status: 404, headers: {}, text: 'Not found' } : response),
    ...secured,
  },
  {
    choice: 'redirects a trailing slash',
    tamper: (response, { url }) => (hasSlash(url) ? { status: 307, headers: { location: 'x' }, text: '' } : response),
  },
  {
    choice: 'has no challenge for calls',
    tamper: (response) => (response.status === 400 ? without(response, 'www-authenticate') : response),
    ...secured,
  },
  {
    choice: 'has a 401 without a body',
    tamper: (response) =>
      response.status === 401 ? { ...response, headers: { 'www-authenticate': 'Bearer' }, text: '' } : response,
    ...secured,
  },
  {
    choice: 'is busy for an unknown time',
    tamper: (response) => without(response, 'retry-after'),
    options: { draining: true },
    facts: { state: 'draining' },
  },
];

// All of them with `npm test -- --all`.
const selectedChoices = choices.filter((_, index) => process.env['TEST_SCOPE'] === 'all' || index % 6 === 0);

test.each(selectedChoices)('a server that $choice conforms', async ({ tamper, options, facts, only }) => {
  expect(await titlesThat('fail', { ...options, tamper }, facts, only)).toEqual([]);
});
