import { defineTool, isToolDefinition, type ToolDefinition, type Toolkit } from '@toolwire/core';
import { type Fields, isHostName, isObject } from '@toolwire/core/wire';
import { checkNames, kindOf, type NamesOf, StartUpError, scopeProblem } from '@toolwire/internal';
import type { AnonymousAuth } from './anonymous.ts';
import { healthProblem } from './health.ts';
import { limitNames } from './server-limits.ts';

const stageExample = '[(call, next) => next()]';

/** Refuses options that cannot work, and says what to write: types find most of it, JavaScript has none. */
export function checkOptions(options: unknown): void {
  expect(isObject(options), 'What createToolServer takes', options, '{ tools: [add], wires: [otc()] }');
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
    const fits = Object.hasOwn(limitNames, name) && typeof value === 'number' && value > 0;
    expect(fits, `limits.${name}`, value, `a number above 0 for ${Object.keys(limitNames).join(', ')}`);
  }
  // `null` as well: whoever meant a verifier must not get a server that is open to everybody.
  const isMixed = isObject(auth) && 'anonymous' in auth;
  const example = isMixed ? '{ anonymous: true, verifier: apiKey({ … }) }' : 'a verifier such as apiKey({ … })';
  expect(auth === undefined || isAuth(auth), 'auth', auth, `${example}, or leave it out`);
  expectAll('allowedHosts', allowedHosts, isHostName, "['tools.example.com']");
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

/** The definitions in a list of tools and toolkits; throws where something else is in it. */
export function definitionsIn(tools: unknown): readonly ToolDefinition[] {
  expectAll('tools', tools, (one) => isObject(one) && ('id' in one || 'tools' in one), '[defineTool({ … })]');
  return (tools as readonly (ToolDefinition | Toolkit)[]).flatMap((entry) =>
    'tools' in entry ? definitionsIn(entry.tools).map((one) => withScopes(one, entry.scopes)) : [checkedNames(entry)],
  );
}

/** A tool asks for the scopes of its toolkit as well; what is no list has its own words for what is wrong, elsewhere. */
function withScopes(definition: ToolDefinition, scopes: readonly string[] | undefined): ToolDefinition {
  if (scopes === undefined) return definition;
  const { scopes: own = [] } = definition;
  const unfit = [scopes, own].find((one) => scopeProblem(one) !== undefined);
  const value = unfit ?? [...new Set([...scopes, ...own])];
  return Object.create(definition, { scopes: { value, enumerable: true } }) as ToolDefinition;
}

/** Another version of defineTool may know more names than this one does: what it made is left as it is. */
function checkedNames(definition: ToolDefinition): ToolDefinition {
  if (!isToolDefinition(definition)) defineTool(definition);
  return definition;
}

function expectAll(name: string, list: unknown, fits: (one: unknown) => boolean, example: string): void {
  expect(Array.isArray(list), name, list, `a list: ${example}`);
  for (const [index, one] of (list as unknown[]).entries()) expect(fits(one), `${name}[${index}]`, one, example);
}

/** Never shows a text that does not fit, which may be a key. */
function expect(fits: boolean, name: string, value: unknown, example: string): void {
  if (!fits) throw new StartUpError('TW_OPTION_TYPE', `${name} is ${kindOf(value)}. Write ${example}`);
}

function can(value: unknown, name: string): boolean {
  return isObject(value) && isFunction(value[name]);
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
