import { andThen } from '@toolwire/core';
import { type Fields, isObject } from '@toolwire/core/wire';
import type { ServingSettings } from '../definitions/option-defaults.ts';
import { declaredClient } from '../elicitation/client-capabilities.ts';
import type { SessionPayload } from '../http/session-id.ts';
import { invalidParams, type RpcError } from '../json-rpc/errors.ts';
import { noFields } from '../json-rpc/message.ts';
import type { LegacyClient, LegacyRequest, Method } from '../json-rpc/requests.ts';
import { errorResponse, resultResponse } from '../json-rpc/responses.ts';
import { negotiateRevision, type Revision, tasksRevision } from '../json-rpc/revisions.ts';
import type { ChangeNotifications } from '../prompts-and-resources/feature.ts';
import type { ServerContext } from '../prompts-and-resources/server-context.ts';

/** `initialize`: negotiates the version and announces the capabilities. */
export function initialize(
  { settings, tasks, features }: ServerContext,
  notifications: ChangeNotifications,
): Method<LegacyRequest> {
  const { instructions, logging } = settings;
  const capabilities = {
    tools: notifications.lists ? { listChanged: true } : {},
    // Declared if log lines are sent. MCP-LOG-01
    ...(logging && { logging: {} }),
  };
  return ({ id, params }, context) => {
    const read = readInitialization(params);
    if ('code' in read) return errorResponse(id, read);
    const { revision } = read;
    // Over HTTP the session starts with the response, so the client is in the parameters only.
    const client = declaredClient(read.client, revision, read.capabilities);
    const base = revision === tasksRevision ? { ...capabilities, ...tasks.legacy.capabilities(context) } : capabilities;
    // MCP-INIT-01
    const serverInfo = serverInfoFor(revision, settings);
    return andThen(features.capabilities({ ...context, client }, revision, notifications), (more) => {
      const all = { ...base, ...more };
      return resultResponse(
        id,
        JSON.stringify({ protocolVersion: revision.version, capabilities: all, serverInfo, instructions }),
      );
    });
  };
}

/** Decodes `initialize`. */
export function readInitialization({ protocolVersion, capabilities, clientInfo }: Fields): SessionPayload | RpcError {
  if (typeof protocolVersion !== 'string') {
    return invalidParams('initialize needs a "protocolVersion" such as "2025-11-25"');
  }
  if (!isObject(capabilities)) return invalidParams('initialize needs "capabilities", which are an object');
  const { name, version } = isObject(clientInfo) ? clientInfo : noFields;
  if (typeof name !== 'string' || typeof version !== 'string') {
    return invalidParams('initialize needs a "clientInfo" with a "name" and a "version"');
  }
  return { revision: negotiateRevision(protocolVersion), capabilities, client: { name, version } };
}

function serverInfoFor({ serverFields }: Revision, { serverInfo }: ServingSettings): Fields {
  const { name, version } = serverInfo;
  const more = serverFields.map((field): [string, unknown] => [field, serverInfo[field]]);
  return { name, version, ...Object.fromEntries(more.filter(([, value]) => value !== undefined)) };
}

/** A client whose capabilities are not known. */
export function clientWithoutSession(revision: Revision): LegacyClient {
  const description = declaredClient(undefined, revision, noFields);
  return { revision, capabilities: undefined, description, logLevel: 'info' };
}
