import { AsyncLocalStorage } from 'node:async_hooks';
import { arcade } from '@toolwire/arcade';
import { apiKey } from '@toolwire/auth';
import {
  contextEntry,
  createContextKey,
  defineTool,
  type InputAnswer,
  type InputRequest,
  type Logger,
} from '@toolwire/core';
import { idempotency } from '@toolwire/idempotency/stage';
import { mcp } from '@toolwire/mcp';
import { otc } from '@toolwire/otc';
import { createToolServer, type ToolServer } from '@toolwire/server';
import { createTasks } from '@toolwire/tasks';
import { ajv } from '@toolwire/validate/ajv';
import type { AppSays } from '../hosts.ts';
import type { AuthMode, Seen, Sender } from './tenants.ts';

const team = createContextKey<string | undefined>('team', undefined);

const nameSchema = { type: 'object', properties: { name: { type: 'string' } } } as const;

/** Where an app stores its user if it does not pass a principal. */
export const local = new AsyncLocalStorage<string | undefined>();

/** A server whose tools return what they have read of their caller, and the run. */
export interface TenantServer {
  readonly server: ToolServer;
  readonly warnings: readonly string[];
}

/** Creates a server with an auth mode. In some modes the app passes the principal. */
export function createTenantServer({ keys }: AuthMode): TenantServer {
  let runs = 0;
  const show = defineTool({
    id: 'Tenants.Show',
    version: '1.0.0',
    description: 'Tells who calls.',
    taskSupport: 'optional',
    run: (_input, { principal, get }): Seen => {
      runs += 1;
      return compact({ run: runs, user: principal?.id, team: get(team), local: local.getStore() });
    },
  });
  const needsOf = {
    Token: { authorization: [{ id: 'google' }] },
    Secret: { secrets: [{ id: 'PIN' }] },
    User: { userId: true },
  } as const;
  const needing = Object.entries(needsOf).map(([name, requirements]) =>
    defineTool({
      id: `Tenants.${name}`,
      version: '1.0.0',
      description: 'Tells what came with the call.',
      requirements,
      run: (_input, { principal, token, secret, userId }): Seen => {
        runs += 1;
        const came = { token: token('google'), secret: secret('PIN'), userId };
        return compact({ run: runs, user: principal?.id, ...came });
      },
    }),
  );
  const ask = defineTool({
    id: 'Tenants.Ask',
    version: '1.0.0',
    description: 'Asks its caller for a name.',
    run: async (_input, context) => {
      const { name } = await context.ask({ name: { kind: 'form', message: 'Your name?', schema: nameSchema } });
      return name.action;
    },
  });
  const warnings: string[] = [];
  const ignore = (): void => undefined;
  const logger: Logger = {
    debug: ignore,
    info: ignore,
    warn: (_fields, message) => void warnings.push(message),
    error: (_fields, message) => void warnings.push(message),
  };
  const server = createToolServer({
    tools: [show, ask, ...needing],
    wires: [otc(), arcade(), mcp()],
    allowedHosts: ['tools.example', '127.0.0.1'],
    tasks: createTasks<InputRequest, InputAnswer>(),
    around: [idempotency()],
    validator: ajv(),
    logger,
    ...(keys && {
      auth: apiKey({ keys: Object.entries(keys).map(([id, key]) => ({ key, principal: { id } })) }),
    }),
  });
  return { server, warnings };
}

/** The app around the tools: the signed-in user, and a value that differs between callers. */
export function saysOf({ isNamedByApp = false }: AuthMode, { team: handed }: Sender): AppSays {
  return {
    principal: isNamedByApp
      ? (header) => {
          const user = header('x-user');
          return user === undefined ? undefined : { id: user };
        }
      : undefined,
    values: handed === undefined ? undefined : (header) => [contextEntry(team, header('x-team'))],
  };
}

/** Without undefined fields, like JSON. */
function compact(seen: Seen): Seen {
  return JSON.parse(JSON.stringify(seen)) as Seen;
}
