import { checkNames, type NamesOf } from '@toolwire/internal';
import { createResponseSchemas } from '../schemas/response-schemas.ts';
import { checkExchange, endpointOf } from './check-response.ts';
import { createValueCheck } from './check-value.ts';
import { validHeaders } from './credentials.ts';
import { type ListedTool, readListing } from './listing.ts';
import type { Need, OtcServer, OtcServerOptions } from './otc-server.ts';
import { converse } from './raw-conversation.ts';
import { rawRequest } from './raw-request.ts';
import { sendRequest } from './send-request.ts';
import { parseTarget } from './target.ts';

const optionNames: NamesOf<OtcServerOptions> = {
  headers: true,
  credentials: true,
  state: true,
  exactTexts: true,
  schemas: true,
};

/** Connects to a server, and detects which test tools it has. Throws if the server does not respond. */
export async function connectOtcServer(baseUrl: string, options: OtcServerOptions = {}): Promise<OtcServer> {
  checkNames('connectOtcServer()', options, optionNames);
  const target = parseTarget(baseUrl);
  const { credentials = {}, exactTexts = false, schemas = createResponseSchemas() } = options;
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
  const call: OtcServer['call'] = async (request, { schema = 'otc://1.0', headers = {} } = {}) => {
    const response = await post(JSON.stringify(schema === null ? { request } : { $schema: schema, request }), headers);
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
    converse: async (steps, rawOptions = {}) => {
      const reply = await converse(target, steps, rawOptions);
      for (const [index, response] of reply.responses.entries()) {
        checkExchange(schemas, rawOptions.endpoints?.[index] ?? '', response);
      }
      return reply;
    },
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
