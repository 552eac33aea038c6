import { createWireSchemas, type WireSchemas } from '../schemas/wire-schemas.ts';
import type { Answer } from './answer.ts';
import { checkExchange, jsonBody } from './exchange-check.ts';
import { type ListedTool, readListing } from './listing.ts';
import { converse, type RawOptions, type RawReply, type RawStep } from './raw-conversation.ts';
import { type RawRequest, rawRequest } from './raw-request.ts';
import { sendRequest, type TestRequest } from './send-request.ts';
import { parseTarget, type Target } from './target.ts';
import { createValueCheck } from './value-check.ts';

/** Something a case relies on and not every server has. */
export type Need =
  /** The five tools of the documents, as `documentTools()` makes them. */
  | 'documents'
  /** The Conf.* tools, as `fixtureTools()` makes them. */
  | 'fixtures'
  /** A server without any tool. */
  | 'empty'
  /** A server that is about to stop: it still answers, and takes no more calls. */
  | 'draining'
  /** A server that requires credentials; `headers` carries valid ones. */
  | 'credentials';

/** What to know of a server besides its URL. */
export interface OtcServerOptions {
  /** Headers for every request, such as credentials. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The state the server was put in on purpose; which tools it has is found out from its listing. */
  readonly state?: 'empty' | 'draining' | 'credentials';
  /** The server serves the documents' tools in the documents' own words, rejected values hidden. */
  readonly exactTexts?: boolean;
}

/** How to send a call. */
export interface CallOptions {
  /** The `$schema` of the envelope; `null` leaves it out, and `otc://1.0` is the default. */
  readonly schema?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server under test. Every answer it gives to a known endpoint is checked against the wire's schemas. */
export interface OtcServer {
  readonly target: Target;
  readonly schemas: WireSchemas;
  readonly has: ReadonlySet<Need>;
  readonly exactTexts: boolean;
  /** The tools of the listing, asked for once. */
  tools(): Promise<readonly ListedTool[]>;
  send(request: TestRequest & { readonly anonymous?: boolean }): Promise<Answer>;
  /** Sends a call in the standard's envelope. */
  call(request: unknown, options?: CallOptions): Promise<Answer>;
  /** Sends a body, exactly as it stands, to `/tools/call`. */
  post(body: string | Uint8Array, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** The bytes of a request, for `converse`. */
  bytes(request: RawRequest): Uint8Array;
  converse(steps: readonly RawStep[], options?: RawOptions): Promise<RawReply>;
}

/** Connects the suite to a server by its base URL, and finds out which tools of ours it has; throws when nobody answers. */
export async function connectOtcServer(baseUrl: string, options: OtcServerOptions = {}): Promise<OtcServer> {
  const target = parseTarget(baseUrl);
  const schemas = createWireSchemas();
  const { headers: common = {}, exactTexts = false } = options;
  const commonLines = Object.entries(common).map(([name, value]) => `${name}: ${value}`);

  const send: OtcServer['send'] = async ({ anonymous = false, ...request }) => {
    const headers = anonymous ? request.headers : { ...common, ...request.headers };
    const answer = await sendRequest(target, { ...request, ...(headers && { headers }) });
    checkExchange(schemas, request.method ?? 'GET', request.path, answer);
    return answer;
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
    listing ??= send({ path: '/tools' }).then((answer) => readListing(jsonBody('GET /tools', answer)));
    return listing;
  };
  const checkValue = createValueCheck(schemas, tools);
  const call: OtcServer['call'] = async (request, { schema = 'otc://1.0', headers = {} } = {}) => {
    const answer = await post(JSON.stringify(schema === null ? { request } : { $schema: schema, request }), headers);
    await checkValue((request as { tool_id?: unknown } | null)?.tool_id, answer);
    return answer;
  };

  await send({ path: '/health' }).catch((error: unknown) => {
    throw new Error(`No server answers at ${baseUrl}. Start it, or check the URL.`, { cause: error });
  });
  return {
    target,
    schemas,
    has: await findNeeds(options.state, tools),
    exactTexts,
    tools,
    send,
    post,
    call,
    bytes: (request) => rawRequest(target, { ...request, headers: [...commonLines, ...(request.headers ?? [])] }),
    converse: (steps, rawOptions) => converse(target, steps, rawOptions),
  };
}

async function findNeeds(
  state: OtcServerOptions['state'],
  tools: () => Promise<readonly ListedTool[]>,
): Promise<ReadonlySet<Need>> {
  if (state === 'empty' || state === 'draining') return new Set<Need>([state]);
  const needs = new Set<Need>(state === undefined ? [] : [state]);
  // A server that cannot list has none of our tools; the cases about listing say what is wrong with it.
  const ids = new Set((await tools().catch(() => [])).map((tool) => tool.id));
  if (documentToolIds.every((id) => ids.has(id))) needs.add('documents');
  if (ids.has('Conf.Echo@1.0.0') && ids.has('Conf.Counter@1.0.0')) needs.add('fixtures');
  return needs;
}

const documentToolIds = [
  'Calculator.Add@1.0.0',
  'Doorbell.Ring@0.1.0',
  'System.GetTimestamp@1.0.0',
  'Gmail.GetEmails@1.2.0',
  'SMS.Send@0.1.2',
];
