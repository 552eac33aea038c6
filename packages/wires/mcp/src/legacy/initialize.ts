import { andThen } from '@toolwire/core';
import type { Parts } from '../parts/parts.ts';
import { type Dialect, legacyDialect, legacyDialects } from '../revisions/dialect.ts';
import type { LegacyRequest } from '../revisions/legacy-request.ts';
import type { Method } from '../rpc/context.ts';
import { errorAnswer, type RpcError, resultAnswer, rpcCodes } from '../rpc/json-rpc.ts';
import { type Fields, isObject, noFields } from '../rpc/json-shape.ts';
import type { SessionFacts } from '../sessions/session-facts.ts';
import type { ServingSettings } from '../settings/options.ts';

/** `initialize`: agrees on a version, and tells what the server can do. */
export function initialize({ settings, tasks, offers }: Parts, tellsOfChanges: boolean): Method<LegacyRequest> {
  const { instructions, logging } = settings;
  const capabilities = {
    tools: tellsOfChanges ? { listChanged: true } : {},
    // MCP-LOG-01: declared where lines are shown.
    ...(logging !== 'off' && { logging: {} }),
  };
  return ({ id, params }, context) => {
    const read = readInitialization(params);
    if ('code' in read) return errorAnswer(id, read);
    const { dialect } = read;
    const known =
      dialect.version === tasksVersion ? { ...capabilities, ...tasks.legacy.capabilities(context) } : capabilities;
    // MCP-INIT-01: what the server can do, and who it is.
    const serverInfo = serverInfoFor(dialect, settings);
    return andThen(offers.capabilities(context, dialect, tellsOfChanges), (more) => {
      const all = { ...known, ...more };
      return resultAnswer(
        id,
        JSON.stringify({ protocolVersion: dialect.version, capabilities: all, serverInfo, instructions }),
      );
    });
  };
}

/** The one revision of this era that has tasks. */
const tasksVersion = '2025-11-25';

/** Reads `initialize`; a version that is not known is answered with the newest one. */
export function readInitialization({ protocolVersion, capabilities, clientInfo }: Fields): SessionFacts | RpcError {
  if (typeof protocolVersion !== 'string') return invalid('a "protocolVersion" such as "2025-11-25"');
  if (!isObject(capabilities)) return invalid('"capabilities", which are an object');
  const { name, version } = isObject(clientInfo) ? clientInfo : noFields;
  if (typeof name !== 'string' || typeof version !== 'string') {
    return invalid('a "clientInfo" with a "name" and a "version"');
  }
  // MCP-INIT-02: the version that was asked for, or the newest that is spoken.
  return { dialect: legacyDialect(protocolVersion) ?? legacyDialects[0], capabilities, client: { name, version } };
}

function serverInfoFor({ serverFields }: Dialect, { serverInfo }: ServingSettings): Fields {
  const { name, version } = serverInfo;
  const more = serverFields.map((field): [string, unknown] => [field, serverInfo[field]]);
  return { name, version, ...Object.fromEntries(more.filter(([, value]) => value !== undefined)) };
}

function invalid(expected: string): RpcError {
  return { code: rpcCodes.invalidParams, message: `initialize needs ${expected}` };
}
