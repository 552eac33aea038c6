import type { JsonSchema } from '@toolwire/core';
import { compileInput } from '@toolwire/validate';
import { defaultIdempotencyHeader } from '../call/connection-options.ts';
import { type Authentication, type AuthSources, createAuthentication, withSources } from '../call/credentials.ts';
import { ownServerProblem } from '../call/server-url.ts';
import type { Operation, Parameter, SecurityAlternative, UnsupportedOperation } from '../reader/document-model.ts';
import { isReading } from './method-rules.ts';
import { acceptsAny, inputSchemaOf, schemaProblem } from './tool-schemas.ts';

/** An operation that can become a tool: what callers send, and how its calls authenticate. */
export interface PreparedOperation {
  /** The operation without the parameters for credentials and the idempotency key. */
  readonly operation: Operation;
  readonly input: JsonSchema;
  readonly security: SecurityAlternative;
  readonly authentication: Authentication;
  readonly idempotencyHeader: IdempotencyHeader | undefined;
}

/** The header that carries the idempotency key of a write. */
interface IdempotencyHeader {
  readonly name: string;
  /** Whether the API is known to honor it: the document declares it, or the options set it. */
  readonly isHonored: boolean;
}

/** The options that decide how operations are called. */
interface CallOptions {
  readonly auth?: AuthSources | undefined;
  readonly baseUrl?: string | undefined;
  readonly idempotencyHeader?: string | false | undefined;
}

/** Prepares an operation for a tool, or returns the reason why it can't become one. */
export function prepareOperation(source: Operation, options: CallOptions): PreparedOperation | UnsupportedOperation {
  const security = chooseSecurity(source, options.auth);
  if ('reason' in security) return unsupportedOperation(source, security.reason);
  const authentication = createAuthentication(withSources(security, options.auth));
  const idempotencyHeader = idempotencyHeaderOf(source, options.idempotencyHeader);
  const parameters = source.parameters.filter(
    (parameter) => !isHeader(parameter, idempotencyHeader?.name) && !authentication.isCredential(parameter),
  );
  const input = inputSchemaOf(source, parameters);
  const problem = inputProblem(input) ?? ownServerProblem(source, options.baseUrl);
  if (problem !== undefined) return unsupportedOperation(source, problem);
  return { operation: { ...source, parameters }, input, security, authentication, idempotencyHeader };
}

/** Chooses the schemes for the calls of an operation, or returns the reason why none can be used. */
function chooseSecurity(
  operation: Operation,
  sources: AuthSources = {},
): SecurityAlternative | { readonly reason: string } {
  const alternatives = operation.security;
  const usable = alternatives.filter((uses) => uses.every(({ scheme }) => scheme.kind !== 'unsupported'));
  const chosen = usable.find(
    (uses) => uses.length > 0 && uses.every(({ scheme }) => Object.hasOwn(sources, scheme.id)),
  );
  const uses = chosen ?? usable.find(({ length }) => length > 0) ?? usable[0];
  if (uses === undefined && alternatives.length > 0) return { reason: reasonOf(alternatives) };
  // An operation that also works without credentials requires them only if the options name a source.
  const isOptional = chosen === undefined && alternatives.some(({ length }) => length === 0);
  return isOptional ? [] : (uses ?? []);
}

function reasonOf(alternatives: readonly SecurityAlternative[]): string {
  const [reason] = alternatives.flat().flatMap(({ scheme }) => (scheme.kind === 'unsupported' ? [scheme.reason] : []));
  return `${reason ?? 'No security scheme can be used.'} Only API keys, basic, bearer, OAuth 2.0 and OpenID Connect are supported.`;
}

/** Returns an operation as it is listed if it can't become a tool. */
export function unsupportedOperation(operation: Operation, reason: string): UnsupportedOperation {
  const { id, method, path, tags } = operation;
  return { id, method, path, tags, reason };
}

function idempotencyHeaderOf(operation: Operation, option: string | false | undefined): IdempotencyHeader | undefined {
  if (option === false || isReading(operation.method)) return undefined;
  const name = option ?? defaultIdempotencyHeader;
  const isDeclared = operation.parameters.some((parameter) => isHeader(parameter, name));
  return { name, isHonored: option !== undefined || isDeclared };
}

function isHeader(parameter: Parameter, name: string | undefined): boolean {
  return parameter.in === 'header' && parameter.name.toLowerCase() === name?.toLowerCase();
}

/** Returns why an input can't be published: it is too large, or has a keyword without a meaning. A server would refuse to start. */
function inputProblem(input: JsonSchema): string | undefined {
  return schemaProblem("Its input can't be published.", () => compileInput(input, { validator: acceptsAny }));
}
