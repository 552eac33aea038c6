import { checkNames, type NamesOf } from '@toolwire/internal';
import { createWireSchemas } from '../schemas/wire-schemas.ts';
import { checkExchange, endpointOf, jsonBody } from './exchange-check.ts';
import { goodHeaders } from './known-credentials.ts';
import { type ListedTool, readListing } from './listing.ts';
import type { Need, OtcServer, OtcServerOptions } from './otc-server.ts';
import { converse } from './raw-conversation.ts';
import { rawRequest } from './raw-request.ts';
import { sendRequest } from './send-request.ts';
import { parseTarget } from './target.ts';
import { createValueCheck } from './value-check.ts';

const optionNames: NamesOf<OtcServerOptions> = {
  headers: true,
  credentials: true,
  state: true,
  exactTexts: true,
  schemas: true,
};

/** Connects the suite to a server by its base URL, and finds out which tools of ours it has; throws when nobody answers. */
export async function connectOtcServer(baseUrl: string, options: OtcServerOptions = {}): Promise<OtcServer> {
  checkNames('connectOtcServer()', options, optionNames);
  const target = parseTarget(baseUrl);
  const { credentials = {}, exactTexts = false, schemas = createWireSchemas() } = options;
  const { headers: common = goodHeaders(credentials) } = options;
  const commonLines = Object.entries(common).map(([name, value]) => `${name}: ${value}`);

  const send: OtcServer['send'] = async ({ anonymous = false, ...request }) => {
    const headers = anonymous ? request.headers : { ...common, ...request.headers };
    const answer = await sendRequest(target, { ...request, ...(headers && { headers }) });
    checkExchange(schemas, endpointOf(request.method ?? 'GET', request.path), answer);
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
    has: await findNeeds(options, tools),
    exactTexts,
    credentials,
    tools,
    send,
    post,
    call,
    bytes: ({ anonymous = false, headers = [], ...request }) =>
      rawRequest(target, { ...request, headers: anonymous ? headers : [...commonLines, ...headers] }),
    converse: async (steps, rawOptions = {}) => {
      const reply = await converse(target, steps, rawOptions);
      for (const [index, answer] of reply.answers.entries()) {
        checkExchange(schemas, rawOptions.endpoints?.[index] ?? '', answer);
      }
      return reply;
    },
  };
}

async function findNeeds(
  { state, credentials = {} }: OtcServerOptions,
  tools: () => Promise<readonly ListedTool[]>,
): Promise<ReadonlySet<Need>> {
  if (state === 'empty' || state === 'draining') return new Set<Need>([state]);
  const needs = new Set<Need>(state === undefined ? [] : [state]);
  // A server that cannot list has none of our tools; the cases about listing say what is wrong with it.
  const ids = new Set((await tools().catch(() => [])).map((tool) => tool.id));
  if (credentials.apiKey !== undefined) needs.add('api-key');
  if (credentials.jwt !== undefined) needs.add('jwt');
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
