import type { Stage } from '@toolwire/core';
import { isHostName } from '@toolwire/core/internal';
import { type Fields, isObject } from '@toolwire/core/wire';
import { checkChoice, checkNames, checkOrigins, type NamesOf, StartupError, serverHints } from '@toolwire/internal';
import type { AnonymousAuth } from './auth/auth-mode.ts';
import { checkScopes } from './auth/scopes.ts';
import type { CorsOptions } from './http/cors.ts';
import { expectList, expectOption, hasMethod, isFunction, type ListItems } from './option-types.ts';
import { checkOrder } from './pipeline/check-order.ts';
import type { Stages } from './pipeline/checks.ts';
import { storesByCallId } from './pipeline/unauthenticated-call-ids.ts';
import type { ArtifactOptions } from './run/store-artifact.ts';
import { defaultLimits } from './server-limits.ts';
import type { ToolServerOptions } from './tool-server-options.ts';

const optionNames: NamesOf<ToolServerOptions> = {
  tools: true,
  wires: true,
  use: true,
  around: true,
  stages: true,
  order: true,
  limits: true,
  validator: true,
  converters: true,
  strict: true,
  portability: true,
  rejectedValues: true,
  cors: true,
  auth: true,
  allowedHosts: true,
  visible: true,
  scopes: true,
  requirements: true,
  confirm: true,
  artifacts: true,
  tasks: true,
  logger: true,
  onError: true,
  health: true,
  mapError: true,
};

const corsNames: NamesOf<CorsOptions> = { origins: true };
const stageNames: NamesOf<Stages> = { resolve: true, validate: true, requirements: true };
const artifactNames: NamesOf<ArtifactOptions> = { store: true, aboveLength: true, allowVolatile: true };
const anonymousNames: NamesOf<AnonymousAuth> = { verifier: true, anonymous: true };

/** Throws for unknown options and for invalid values. */
export function checkServerOptions(options: ToolServerOptions): void {
  const { limits } = (options as Partial<ToolServerOptions> | undefined) ?? {};
  checkNames('limits of createToolServer()', limits, defaultLimits);
  checkTypes(options);
  checkNames('createToolServer()', options, optionNames, serverHints);
  checkNames('stages of createToolServer()', options.stages, stageNames);
  if (options.order !== undefined) checkOrder(options.order);
  checkScopes(options.scopes);
  checkNames('cors of createToolServer()', options.cors, corsNames);
  if (options.cors !== undefined) checkOrigins('cors.origins', options.cors.origins, "cors: { origins: '*' }");
  checkChoice('portability', options.portability ?? 'warn', ['warn', 'off']);
  checkChoice('rejectedValues', options.rejectedValues ?? 'show', ['show', 'hide']);
  checkNames('artifacts of createToolServer()', options.artifacts, artifactNames);
}

const wireItems: ListItems = {
  isValid: (wire) => isObject(wire) && Array.isArray(wire['routes']),
  expected: 'a protocol such as otc()',
  example: '[otc(), mcp()]',
};
const stageItems: ListItems = {
  isValid: isFunction,
  expected: 'middleware such as (call, next) => next()',
  example: '[(call, next) => next()]',
};
const hostItems: ListItems = {
  isValid: (host) => typeof host === 'string',
  expected: "a host name such as 'tools.example.com'",
  example: "['tools.example.com']",
};

/** Throws for options of the wrong type. Types find most mistakes; plain JavaScript has no types. */
function checkTypes(options: unknown): void {
  expectOption(
    isObject(options),
    'The argument of createToolServer()',
    options,
    'an object such as { tools: [add], wires: [otc()] }',
  );
  const { wires, use = [], around = [], allowedHosts = [], limits, auth } = options as Fields;
  const { logger, onError, mapError, health, tasks, artifacts } = options as Fields;
  expectList('wires', wires, wireItems);
  expectList('use', use, stageItems);
  expectList('around', around, stageItems);
  rejectCallIdStore(use as readonly Stage[]);
  for (const [name, limit = 1] of Object.entries(limits ?? {})) {
    expectOption(typeof limit === 'number' && limit > 0, `limits.${name}`, limit, 'a number above 0');
  }
  checkAuth(auth);
  expectList('allowedHosts', allowedHosts, hostItems);
  for (const [index, host] of (allowedHosts as string[]).entries()) {
    if (isHostName(host)) continue;
    throw new StartupError(
      'TW_OPTION_ORIGIN',
      `allowedHosts[${index}] must be a hostname without https:// or a path, such as 'tools.example.com' or 'localhost:3000'.`,
    );
  }
  for (const [name, hook] of Object.entries({ onError, mapError })) {
    expectOption(hook === undefined || isFunction(hook), name, hook, 'a function such as (error, call) => …');
  }
  expectOption(health === undefined || isFunction(health), 'health', health, 'a function that returns true or false');
  expectOption(logger === undefined || hasMethod(logger, 'warn'), 'logger', logger, 'a logger such as pino()');
  expectOption(
    tasks === undefined || hasMethod(tasks, 'start'),
    'tasks',
    tasks,
    'createTasks() or createTaskCalls({ … })',
  );
  if (artifacts === undefined) return;
  const store = isObject(artifacts) ? artifacts['store'] : undefined;
  expectOption(hasMethod(store, 'save'), 'artifacts.store', store, 'a store such as createFolderArtifacts({ … })');
}

/** A stage that stores results by call ID reads the tool of the call, which stages in `use` do not have yet. */
function rejectCallIdStore(use: readonly Stage[]): void {
  const index = use.findIndex(storesByCallId);
  if (index === -1) return;
  throw new StartupError(
    'TW_OPTION_TYPE',
    `use[${index}] must not be idempotency(), because the middleware of \`use\` runs before the tool of a call is known. Move it to the option \`around\`: around: [idempotency()].`,
  );
}

/** Rejects `null` too: a missing verifier must not open the server to unauthenticated users. */
function checkAuth(auth: unknown): void {
  const isMixed = isObject(auth) && 'anonymous' in auth;
  const example = isMixed ? '{ anonymous: true, verifier: apiKey({ … }) }' : 'a verifier such as apiKey({ … })';
  expectOption(auth === undefined || isAuth(auth), 'auth', auth, example);
}

function isAuth(auth: unknown): boolean {
  if (!isObject(auth) || !('anonymous' in auth)) return hasMethod(auth, 'verify');
  checkNames('auth of createToolServer()', auth, anonymousNames);
  const { anonymous, verifier } = auth;
  return hasMethod(verifier, 'verify') && (anonymous === true || isFunction(anonymous));
}
