import type { Stage } from '@toolwire/core';
import { isHostHeader } from '@toolwire/core/internal';
import { type Fields, isObject } from '@toolwire/core/wire';
import {
  checkChoice,
  checkNames,
  checkNumber,
  checkOrigins,
  type NamesOf,
  StartupError,
  serverHints,
} from '@toolwire/internal';
import type { AnonymousAuth, ServerScopes } from './auth/auth-options.ts';
import { defaultLimits } from './default-limits.ts';
import { expectList, expectOption, hasMethod, isFunction, type ListItems } from './expect-option.ts';
import type { CorsOptions } from './http/cors.ts';
import { checkOrderOption, type Stages } from './pipeline/checks.ts';
import { storesByCallId } from './pipeline/stage-properties.ts';
import type { ArtifactOptions } from './run/store-artifact.ts';
import type { ToolServerOptions } from './tool-server-options.ts';

/** The names of the options of `createToolServer()`. */
export const serverOptionNames: NamesOf<ToolServerOptions> = {
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
const scopesNames: NamesOf<ServerScopes> = { satisfies: true, listing: true };
const stageNames: NamesOf<Stages> = { resolve: true, validate: true, requirements: true };
const artifactNames: NamesOf<ArtifactOptions> = { store: true, aboveLength: true, allowVolatile: true };
const anonymousNames: NamesOf<AnonymousAuth> = { verifier: true, anonymous: true };

/** Throws for unknown options and for invalid values. Types find most mistakes; plain JavaScript has no types. */
export function checkServerOptions(options: unknown): void {
  const example = 'an object such as { tools: [add], wires: [otc()] }';
  expectOption(isObject(options), 'The argument of createToolServer()', options, example);
  checkNames('createToolServer()', options, serverOptionNames, serverHints);
  const checked = options as Fields;
  checkPipeline(checked);
  checkLimits(checked['limits']);
  checkAccess(checked);
  checkServices(checked);
  checkChoice('portability', checked['portability'] ?? 'warn', ['warn', 'off']);
  checkChoice('rejectedValues', checked['rejectedValues'] ?? 'show', ['show', 'hide']);
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

/** Checks the protocols, the middleware and the order of checks. */
function checkPipeline({ wires, use = [], around = [], stages, order }: Fields): void {
  expectList('wires', wires, wireItems);
  expectList('use', use, stageItems);
  expectList('around', around, stageItems);
  rejectCallIdStore(use as readonly Stage[]);
  checkNames('stages of createToolServer()', stages, stageNames);
  if (order !== undefined) checkOrderOption(order);
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

function checkLimits(limits: unknown = {}): void {
  checkNames('limits of createToolServer()', limits, defaultLimits);
  for (const [name, limit = 1] of Object.entries(limits as Fields)) {
    expectOption(typeof limit === 'number' && limit > 0, `limits.${name}`, limit, 'a number above 0');
  }
}

/** Checks who may call and see tools: callers, pages of other origins and host names. */
function checkAccess({ auth, visible, scopes = {}, cors, allowedHosts = [] }: Fields): void {
  checkAuth(auth);
  const visibleExample = 'a function such as (tool, principal) => true';
  expectOption(visible === undefined || isFunction(visible), 'visible', visible, visibleExample);
  checkNames('scopes of createToolServer()', scopes, scopesNames);
  const { listing = 'show' } = scopes as ServerScopes;
  checkChoice('scopes.listing', listing, ['show', 'hide']);
  checkNames('cors of createToolServer()', cors, corsNames);
  if (cors !== undefined) checkOrigins('cors.origins', (cors as CorsOptions).origins, "cors: { origins: '*' }");
  expectList('allowedHosts', allowedHosts, hostItems);
  const invalidHost = (allowedHosts as readonly string[]).findIndex((host) => !isHostHeader(host));
  if (invalidHost === -1) return;
  throw new StartupError(
    'TW_OPTION_ORIGIN',
    `allowedHosts[${invalidHost}] must be a hostname without https:// or a path, such as 'tools.example.com' or 'localhost:3000'.`,
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

/** Checks the functions and objects of the app that the server calls. */
function checkServices({ onError, mapError, health, logger, tasks, artifacts }: Fields): void {
  const hook = 'a function such as (error, call) => …';
  expectOption(onError === undefined || isFunction(onError), 'onError', onError, hook);
  expectOption(mapError === undefined || isFunction(mapError), 'mapError', mapError, hook);
  expectOption(health === undefined || isFunction(health), 'health', health, 'a function that returns true or false');
  expectOption(logger === undefined || hasMethod(logger, 'warn'), 'logger', logger, 'a logger such as pino()');
  const taskFactories = 'createTasks() or createTaskCalls({ … })';
  expectOption(tasks === undefined || hasMethod(tasks, 'start'), 'tasks', tasks, taskFactories);
  if (artifacts === undefined) return;
  const store = isObject(artifacts) ? artifacts['store'] : undefined;
  expectOption(hasMethod(store, 'save'), 'artifacts.store', store, 'a store such as createFolderArtifacts({ … })');
  checkNames('artifacts of createToolServer()', artifacts, artifactNames);
  const { aboveLength = Number.POSITIVE_INFINITY } = artifacts as { readonly aboveLength?: unknown };
  checkNumber('artifacts.aboveLength', aboveLength, { from: 0, infinity: 'no limit' });
}
