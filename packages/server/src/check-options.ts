import { defineTool, isToolDefinition, type ToolDefinition, type Toolkit } from '@toolwire/core';
import { isHostName } from '@toolwire/core/internal';
import { type Fields, isObject } from '@toolwire/core/wire';
import { checkNames, kindOf, type NamesOf, StartUpError, scopeProblem, serverHints } from '@toolwire/internal';
import type { AnonymousAuth } from './auth/auth-mode.ts';
import { checkScopes } from './auth/scopes.ts';
import type { CorsOptions } from './http/cors.ts';
import { healthNames, healthProblem } from './lifecycle/app-health.ts';
import { checkOrder } from './pipeline/check-order.ts';
import type { Stages } from './pipeline/checks.ts';
import type { ArtifactOptions } from './run/store-artifact.ts';
import { defaultLimits } from './server-limits.ts';
import type { ToolServerOptions } from './tool-server-options.ts';

const stageExample = '[(call, next) => next()]';

/** Throws for options of the wrong type. Types find most mistakes; plain JavaScript has no types. */
function checkOptions(options: unknown): void {
  expect(isObject(options), 'The argument of createToolServer()', options, '{ tools: [add], wires: [otc()] }');
  const {
    wires,
    use = [],
    around = [],
    allowedHosts = [],
    limits,
    auth,
    logger,
    onError,
    mapError,
    health,
  } = options as Fields;
  expectAll('wires', wires, (one) => isObject(one) && Array.isArray(one['routes']), '[otc(), mcp()]');
  expectAll('use', use, isFunction, stageExample);
  expectAll('around', around, isFunction, stageExample);
  for (const [name, value = 1] of Object.entries(limits ?? {})) {
    const fits = Object.hasOwn(defaultLimits, name) && typeof value === 'number' && value > 0;
    expect(fits, `limits.${name}`, value, `a number above 0 for ${Object.keys(defaultLimits).join(', ')}`);
  }
  // `null` is an error too: a missing verifier must not open the server to unauthenticated users.
  const isMixed = isObject(auth) && 'anonymous' in auth;
  const example = isMixed ? '{ anonymous: true, verifier: apiKey({ … }) }' : 'a verifier such as apiKey({ … })';
  expect(auth === undefined || isAuth(auth), 'auth', auth, `${example}, or leave it out`);
  expectAll('allowedHosts', allowedHosts, (one) => typeof one === 'string', "['tools.example.com']");
  for (const [index, host] of (allowedHosts as string[]).entries()) {
    if (isHostName(host)) continue;
    throw new StartUpError(
      'TW_OPTION_ORIGIN',
      `allowedHosts[${index}] must be a host name without https:// and path, such as 'tools.example.com' or 'localhost:3000'.`,
    );
  }
  for (const [name, given] of Object.entries({ onError, mapError })) {
    expect(given === undefined || isFunction(given), name, given, 'a function: (error, call) => …');
  }
  const problem = healthProblem(health);
  expect(problem === undefined, 'health', health, problem ?? '');
  expect(logger === undefined || can(logger, 'warn'), 'logger', logger, 'one such as pino(), or leave it out');
}

const anonymousNames: NamesOf<AnonymousAuth> = { verifier: true, anonymous: true };

function isAuth(auth: unknown): boolean {
  if (!isObject(auth) || !('anonymous' in auth)) return can(auth, 'verify');
  checkNames('auth of createToolServer()', auth, anonymousNames);
  const { anonymous, verifier } = auth;
  return can(verifier, 'verify') && (anonymous === true || isFunction(anonymous));
}

/** Returns the definitions in a list of tools and toolkits. Throws for any other value. */
export function definitionsIn(tools: unknown): readonly ToolDefinition[] {
  if (Array.isArray(tools)) for (const [index, one] of tools.entries()) expectId(`tools[${index}]`, one);
  expectAll('tools', tools, (one) => isObject(one) && ('id' in one || 'tools' in one), '[defineTool({ … })]');
  return (tools as readonly (ToolDefinition | Toolkit)[]).flatMap((entry) =>
    'tools' in entry ? definitionsIn(entry.tools).map((one) => withScopes(one, entry.scopes)) : [checkedNames(entry)],
  );
}

/** Definitions of other libraries have a handler, but a name or nothing instead of an ID. */
function expectId(name: string, tool: unknown): void {
  if (!isObject(tool) || 'id' in tool) return;
  if (!['run', 'execute', 'handler'].some((handler) => isFunction(tool[handler]))) return;
  throw new StartUpError(
    'TW_TOOL_ID',
    `${name} has no id. Write defineTool({ id: 'Calculator.Add', version: '1.0.0', … })`,
  );
}

/** Adds the scopes of a toolkit to a tool. `checkDefinition` reports invalid scopes. */
function withScopes(definition: ToolDefinition, scopes: readonly string[] | undefined): ToolDefinition {
  if (scopes === undefined) return definition;
  const { scopes: own = [] } = definition;
  const unfit = [scopes, own].find((one) => scopeProblem(one) !== undefined);
  const value = unfit ?? [...new Set([...scopes, ...own])];
  return Object.create(definition, { scopes: { value, enumerable: true } }) as ToolDefinition;
}

/** Checks the names of a plain object. A definition from another version of `defineTool` may have newer names. */
function checkedNames(definition: ToolDefinition): ToolDefinition {
  if (!isToolDefinition(definition)) defineTool(definition);
  return definition;
}

function expectAll(name: string, list: unknown, fits: (one: unknown) => boolean, example: string): void {
  expect(Array.isArray(list), name, list, `a list: ${example}`);
  for (const [index, one] of (list as unknown[]).entries()) expect(fits(one), `${name}[${index}]`, one, example);
}

/** Never shows the value, which may be an API key. */
function expect(fits: boolean, name: string, value: unknown, example: string): void {
  if (!fits) throw new StartUpError('TW_OPTION_TYPE', `${name} is ${kindOf(value)}. Write ${example}`);
}

function can(value: unknown, name: string): boolean {
  return isObject(value) && isFunction(value[name]);
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

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
  artifacts: true,
  tasks: true,
  logger: true,
  onError: true,
  health: true,
  mapError: true,
};

const corsNames: NamesOf<CorsOptions> = { origins: true, maxAgeSeconds: true };
const stageNames: NamesOf<Stages> = { resolve: true, validate: true, requirements: true };
const artifactNames: NamesOf<ArtifactOptions> = { store: true, aboveLength: true, allowVolatile: true };

/** Throws for unknown options and for invalid values. */
export function checkServerOptions(options: ToolServerOptions): void {
  const { limits: givenLimits, health } = (options as Partial<ToolServerOptions> | undefined) ?? {};
  checkNames('limits of createToolServer()', givenLimits, defaultLimits);
  if (typeof health === 'object' && health !== null) {
    checkNames('health of createToolServer()', health, healthNames);
  }
  checkOptions(options);
  checkNames('createToolServer()', options, optionNames, serverHints);
  checkNames("'stages' of createToolServer()", options.stages, stageNames);
  if (options.order !== undefined) checkOrder(options.order);
  checkScopes(options.scopes);
  checkNames('cors of createToolServer()', options.cors, corsNames);
  checkNames('artifacts of createToolServer()', options.artifacts, artifactNames);
}
