import { randomUUID } from 'node:crypto';
import { defineTool } from '@toolwire/core';
import { expect, test } from 'vitest';
import { documentTools, fixtureTools } from '../src/fixtures.ts';
import { hostCredentials as credentials } from '../src/host/start-otc.ts';
import type { OtcServerOptions } from '../src/index.ts';
import { titlesThat } from './failures.ts';
import { correctAuth, stranger } from './tiny-auth.ts';
import { json, refuse, type TinyAnswer } from './tiny-protocol.ts';
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
  readonly tamper?: Tamper;
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

const withFixtures = (...names: readonly string[]): Partial<TinyServerOptions> => {
  const ids = [...names, 'Counter', 'Echo'].map((name) => `Conf.${name}`);
  return { tools: [...documentTools(), ...fixtureTools().filter(({ id }) => ids.includes(id))] };
};

const onToolError = (change: (error: object) => object): Tamper =>
  onResult((result) => (result['error'] ? { ...result, error: change(result['error']) } : result));

const withoutNull = onResult(({ value, ...result }) => (value === null ? result : { ...result, value }));

const badValue =
  'Edge 12: values that JSON cannot represent: a result that JSON changes is a failure, or its JSON form';

/** Returns a list instead of a value that the small server cannot encode. */
const deepResult = defineTool({
  id: 'Conf.Bad',
  version: '1.0.0',
  description: 'Returns a list.',
  input: { type: 'object' },
  output: {},
  run: () => [[]],
});

/** A tool whose first version requires a parameter. */
const versions = ['2.0.0', '1.0.0'].map((version) =>
  defineTool({
    id: 'Shop.Order',
    version,
    description: 'Orders something.',
    input: {
      type: 'object',
      properties: { item: { type: 'string', description: 'What to order.' } },
      required: version === '1.0.0' ? ['item'] : [],
    },
    output: null,
    run: () => undefined,
  }),
);

const wordyCredentials = {
  apiKey: 'a-key-of-32-characters-or-more..',
  jwt: { secret: 'a-secret-of-as-many-characters..', audience: 'example' },
};

const choices: readonly Choice[] = [
  { choice: 'names no version', tamper: onBody(({ $schema: _schema, ...body }) => body) },
  { choice: 'spells its version differently', tamper: onBody((body) => ({ ...body, $schema: 'urn:oxp:1.0' })) },
  { choice: 'sends no duration', tamper: onResult(({ duration: _duration, ...result }) => result) },
  {
    choice: 'sends no null',
    tamper: withoutNull,
  },
  {
    choice: 'sends no null for a tool that returns one',
    tamper: withoutNull,
    options: withFixtures('Any'),
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
    choice: 'checks requirements before the input',
    tamper: (response, { body }) =>
      body.includes('"query":[') && !body.includes('"google"') ? refuse('Sign in at Google first.') : response,
    only: 'Canaries: no part of a token, a secret or a credential is returned: input of the wrong type',
  },
  { choice: 'adds a member to the errors of tools', tamper: onToolError((error) => ({ ...error, kind: 'other' })) },
  {
    choice: 'sends only the message of an error',
    tamper: onToolError((error) => ({ message: (error as { message?: unknown }).message })),
  },
  {
    choice: 'lists its tools in any order',
    tamper: (response, request) =>
      request.body === ''
        ? response
        : onBody(({ tools = [], ...body }) => ({ ...body, ...(tools.length > 0 && { tools: [...tools].reverse() }) }))(
            response,
            request,
          ),
  },
  {
    choice: 'numbers its messages',
    tamper: onBody((body) => (body.message ? { ...body, message: `${body.message} (${randomUUID()})` } : body)),
  },
  {
    choice: 'reports its uptime',
    tamper: (response, { endpoint }) =>
      endpoint === 'GET /health' ? json(200, { uptime: performance.now() }) : response,
    ...secured,
  },
  ...[{}, secured].map((more) => ({
    choice: 'has another route at /call',
    tamper: (response: TinyAnswer, { endpoint }: { readonly endpoint: string }) =>
      endpoint === 'POST /call' ? json(405, { error: 'Not this way' }) : response,
    ...more,
  })),
  {
    choice: 'requires credentials for unknown paths too',
    tamper: (response) => (response.status === 404 ? stranger(401) : response),
    ...secured,
  },
  ...[{}, secured].map((more) => ({
    choice: 'does not implement other methods',
    tamper: (response: TinyAnswer, { endpoint }: { readonly endpoint: string }) =>
      /^(?:HEAD|PUT|OPTIONS) /.test(endpoint) ? { status: 501, headers: {}, text: '' } : response,
    ...more,
  })),
  {
    choice: 'refuses clients that do not accept JSON',
    tamper: (response, { headers }) => (headers.accept?.endsWith(';q=0') ? refuse('Accept JSON.') : response),
  },
  {
    choice: 'quotes invalid input',
    tamper: (response, { body }) => {
      if (response.status !== 422) return response;
      const { request } = JSON.parse(body) as { readonly request: { readonly input?: unknown } };
      return json(422, { message: `Invalid: ${JSON.stringify(request.input ?? {}).slice(0, 150)}` });
    },
  },
  {
    choice: 'uses the first of two values with the same name',
    tamper: onResult((result) =>
      JSON.stringify(result['value']) === '{"a":2}' ? { ...result, value: { a: 1 } } : result,
    ),
    options: withFixtures(),
    only: 'Edge 19: duplicate keys: of two parameters with the same name, the last one counts or none',
  },
  {
    choice: 'forgives a clock that is behind',
    options: {
      credentials,
      auth: {
        isInTime: ({ exp, ...claims }, now) =>
          correctAuth.isInTime({ ...claims, exp: typeof exp === 'number' ? exp + 90 : exp }, now),
      },
    },
    facts: secured.facts,
  },
  {
    choice: 'accepts several spaces after Bearer, as HTTP does',
    options: {
      credentials,
      auth: {
        bearerIn: (incoming) => {
          const [field = '', ...more] = incoming.headersDistinct['authorization'] ?? [];
          const text = more.length === 0 ? /^bearer {2,}([!-~]+)$/i.exec(field)?.[1] : undefined;
          return text === undefined ? correctAuth.bearerIn(incoming) : { text };
        },
      },
    },
    facts: secured.facts,
  },
  {
    choice: 'has credentials of common words',
    options: {
      credentials: wordyCredentials,
      auth: {
        refusal: (endpoint) => stranger(endpoint === 'POST /tools/call' ? 400 : 401, 'Send at most 4096 characters.'),
      },
    },
    facts: { state: 'credentials', credentials: wordyCredentials },
  },
  {
    choice: 'sends results of any depth',
    options: { tools: [...(withFixtures('Any').tools ?? []), deepResult] },
    only: 'Edge 13: hostile values: an excessive result is sent or is a failure, and the server keeps running: deep',
  },
  {
    choice: 'sends no null for an invalid date',
    tamper: withoutNull,
    options: withFixtures('Bad'),
    only: `${badValue}: invalid_date`,
  },
  {
    choice: 'sends no dates',
    tamper: (response, { body }) =>
      body.includes('"kind":"date"')
        ? json(200, { result: { call_id: 'a', success: false, error: { message: 'The result is not JSON.' } } })
        : response,
    options: withFixtures('Bad'),
    only: `${badValue}: date`,
  },
  ...[
    { choice: 'sends no delays', change: (_ms: number) => undefined },
    { choice: 'sends delays of whole seconds', change: (ms: number) => Math.ceil(ms / 1000) * 1000 },
  ].map(({ choice, change }) => ({
    choice,
    tamper: onToolError((error) => ({
      ...error,
      retry_after_ms: change((error as { retry_after_ms: number }).retry_after_ms),
    })),
    options: withFixtures('RetryHint'),
    only: 'Call response: a wait is a whole number of milliseconds, never less than requested',
  })),
  {
    choice: 'has a later version without required parameters',
    options: { tools: versions },
    only: 'Call request: a listed tool is found by its bare ID',
  },
  {
    choice: 'requires credentials, which are sent',
    options: { credentials },
    facts: { credentials },
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
  expect(await titlesThat('fail', { ...options, ...(tamper && { tamper }) }, facts, only)).toEqual([]);
});
