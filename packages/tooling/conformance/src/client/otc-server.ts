import { checkNames, type NamesOf } from '@toolwire/internal';
import { createResponseSchemas, type ResponseSchemas } from '../schemas/response-schemas.ts';
import { checkExchange, endpointOf } from './check-response.ts';
import { type ServerCredentials, validHeaders } from './credentials.ts';
import { createValueCheck, type ListedTool, readListing } from './listing.ts';
import { type ConversationEnd, converse, type RawReply, type RawStep } from './raw-conversation.ts';
import { type RawRequest, rawRequest } from './raw-request.ts';
import type { TestResponse } from './response.ts';
import { parseTarget, sendRequest, type Target, type TestRequest } from './send-request.ts';

/** A server property that some cases need. */
export type Need =
  /** The five tools of `documentTools()`. */
  | 'documents'
  /** The Conf.* tools of `fixtureTools()`. */
  | 'fixtures'
  /** A server without tools. */
  | 'empty'
  /** A server in a graceful shutdown: it responds, but refuses calls. */
  | 'draining'
  /** A server that requires credentials, which come from `headers` or `credentials`. */
  | 'credentials'
  /** `credentials` contains a valid API key. */
  | 'api-key'
  /** `credentials` contains the token configuration. */
  | 'jwt';

/** The states that a server can be started in. */
export const serverStates = ['empty', 'draining', 'credentials'] as const;
export type ServerState = (typeof serverStates)[number];

export interface OtcServerOptions {
  /** Headers of every request, such as credentials. Default: created from `credentials`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The credentials that the server accepts. Needed by the cases about credentials. */
  readonly credentials?: ServerCredentials | undefined;
  /** The current state of the server. Cases for this state then run. */
  readonly state?: ServerState | undefined;
  /** Whether responses must equal the specification's examples, also in their messages and optional members. Default: false. */
  readonly exactTexts?: boolean | undefined;
}

/** A server under test. Every response of a known endpoint is checked against its schema, except on raw connections. */
export interface OtcServer {
  readonly target: Target;
  readonly schemas: ResponseSchemas;
  /** The needs that this server meets. */
  readonly provides: ReadonlySet<Need>;
  readonly exactTexts: boolean;
  readonly credentials: ServerCredentials;
  /** Returns the listed tools, which are requested once. */
  tools(): Promise<readonly ListedTool[]>;
  send(request: TestRequest & { readonly anonymous?: boolean }): Promise<TestResponse>;
  /** Sends a call in the standard's envelope, with additional headers. */
  call(request: unknown, headers?: Readonly<Record<string, string>>): Promise<TestResponse>;
  /** Sends an unchanged body to `/tools/call`. */
  post(body: string | Uint8Array, headers?: Readonly<Record<string, string>>): Promise<TestResponse>;
  /** Encodes a request for `converse`, without the headers of every request if it is anonymous. */
  bytes(request: RawRequest & { readonly anonymous?: boolean }): Uint8Array;
  /** Sends steps on a raw connection, until there is one response or another end. Checks no schemas. */
  converse(steps: readonly RawStep[], end?: ConversationEnd): Promise<RawReply>;
}

const optionNames: NamesOf<OtcServerOptions> = {
  headers: true,
  credentials: true,
  state: true,
  exactTexts: true,
};

/** Connects to a server, and detects which test tools it has. Throws if the server does not respond. */
export function connectOtcServer(baseUrl: string, options: OtcServerOptions = {}): Promise<OtcServer> {
  return connectWithSchemas(baseUrl, options, createResponseSchemas());
}

/** Connects to a server with schemas that several connections share, because it takes time to compile them. */
export async function connectWithSchemas(
  baseUrl: string,
  options: OtcServerOptions,
  schemas: ResponseSchemas,
): Promise<OtcServer> {
  checkNames('connectOtcServer()', options, optionNames);
  const target = parseTarget(baseUrl);
  const { credentials = {}, exactTexts = false } = options;
  // Created for each request, because a suite may take longer than a token is valid.
  const commonHeaders = (): Readonly<Record<string, string>> => options.headers ?? validHeaders(credentials);
  const commonLines = (): readonly string[] =>
    Object.entries(commonHeaders()).map(([name, value]) => `${name}: ${value}`);

  const send: OtcServer['send'] = async ({ anonymous = false, ...request }) => {
    const headers = anonymous ? request.headers : { ...commonHeaders(), ...request.headers };
    const response = await sendRequest(target, { ...request, ...(headers && { headers }) });
    checkExchange(schemas, endpointOf(request.method ?? 'GET', request.path), response);
    return response;
  };
  const post: OtcServer['post'] = (body, headers = {}) =>
    send({
      method: 'POST',
      path: '/tools/call',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  let listing: Promise<readonly ListedTool[]> | undefined;
  const tools = (): Promise<readonly ListedTool[]> => {
    listing ??= sendRequest(target, { path: '/tools', headers: commonHeaders() }).then(readListing);
    return listing;
  };
  const checkValue = createValueCheck(schemas, tools);
  const call: OtcServer['call'] = async (request, headers) => {
    const response = await post(JSON.stringify({ $schema: 'otc://1.0', request }), headers);
    await checkValue((request as { tool_id?: unknown } | null)?.tool_id, response);
    return response;
  };

  await send({ path: '/health' }).catch((error: unknown) => {
    throw new Error(`No server responds at ${baseUrl}. Start it, or check the URL.`, { cause: error });
  });
  return {
    target,
    schemas,
    provides: await detectFeatures(options, tools),
    exactTexts,
    credentials,
    tools,
    send,
    post,
    call,
    bytes: ({ anonymous = false, headers = [], ...request }) =>
      rawRequest(target, { ...request, headers: anonymous ? headers : [...commonLines(), ...headers] }),
    converse: (steps, end) => converse(target, steps, end),
  };
}

async function detectFeatures(
  { state, credentials = {} }: OtcServerOptions,
  tools: () => Promise<readonly ListedTool[]>,
): Promise<ReadonlySet<Need>> {
  if (state === 'empty' || state === 'draining') return new Set<Need>([state]);
  const features = new Set<Need>(state === undefined ? [] : [state]);
  // If the listing fails, the cases about listing report it.
  const ids = new Set((await tools().catch(() => [])).map((tool) => tool.id));
  if (credentials.apiKey !== undefined) features.add('api-key');
  if (credentials.jwt !== undefined) features.add('jwt');
  if (documentToolIds.every((id) => ids.has(id))) features.add('documents');
  if (ids.has('Conf.Echo@1.0.0') && ids.has('Conf.Counter@1.0.0')) features.add('fixtures');
  return features;
}

const documentToolIds = [
  'Calculator.Add@1.0.0',
  'Doorbell.Ring@0.1.0',
  'System.GetTimestamp@1.0.0',
  'Gmail.GetEmails@1.2.0',
  'SMS.Send@0.1.2',
];
