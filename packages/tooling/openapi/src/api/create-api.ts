import type { ToolContext } from '@toolwire/core';
import { checkNames, type NamesOf, StartupError } from '@toolwire/internal';
import { callOperation } from '../call/call-operation.ts';
import {
  type ConnectionOptions,
  connectionNames,
  defaultIdempotencyHeader,
  readConnection,
} from '../call/connection-options.ts';
import { type AuthSource, createAuthentication, type SourcedUse } from '../call/credentials.ts';
import { createHttpClient } from '../call/http-client.ts';
import { planPaging } from '../call/paging.ts';
import { checkedUrl } from '../call/server-url.ts';
import { hasDotSegment } from '../request/build-request.ts';
import { isIdempotent, isReading } from '../tools/method-rules.ts';
import { type ApiCall, inputOf, operationOf } from './api-call.ts';

/** How an API authenticates its callers, and where the credentials come from. */
export type ApiCredential = AuthSource &
  (
    | { readonly kind: 'apiKey'; readonly in: 'query' | 'header' | 'cookie'; readonly name: string }
    | { readonly kind: 'basic' | 'bearer' | 'oauth2' }
  );

/** The connection to an API. */
export interface ApiOptions extends ConnectionOptions {
  /** The URL of the API. Its host may be private. */
  readonly baseUrl: string;
  /** The credentials of the API by the names that calls list in `auth`. */
  readonly credentials?: Readonly<Record<string, ApiCredential>> | undefined;
}

/** The context of a tool with any requirements. */
export type ApiCallContext = Omit<ToolContext, 'secret' | 'token' | 'userId'>;

/** Calls an API for tools. */
export interface Api {
  /**
   * Sends a request and returns its result: JSON, text, an artifact, or `null`. The server checks it against `output`. To change a result
   * before you return it, name its type: `await api.call<Order[]>(…)`.
   */
  call<Result = never>(context: ApiCallContext, method: string, path: string, call?: ApiCall): Promise<Result>;
}

const names: NamesOf<ApiOptions> = { baseUrl: true, credentials: true, ...connectionNames };

/** Connects to an API. Its calls carry an idempotency key, follow the caller's timeout, and fail with errors that teach. */
export function createApi(options: ApiOptions): Api {
  checkNames('createApi()', options, names);
  const { credentials = {}, idempotencyHeader = defaultIdempotencyHeader } = options;
  const { privateHosts, ...limits } = readConnection(options);
  const baseUrl = checkedUrl(options.baseUrl);
  const client = createHttpClient([new URL(baseUrl).hostname, ...privateHosts]);
  return {
    async call<Result>(context: ApiCallContext, method: string, path: string, call: ApiCall = {}): Promise<Result> {
      const operation = operationOf(method, path, call);
      const { largeResults = 'error' } = call;
      const server = call.server === undefined ? baseUrl : checkedUrl(call.server);
      checkPath(path);
      const operationCall = {
        operation,
        baseUrl: server,
        client,
        authentication: createAuthentication((call.auth ?? []).map((name) => credentialOf(name, credentials))),
        idempotencyHeader: idempotencyHeader === false || isReading(operation.method) ? undefined : idempotencyHeader,
        isRepeatable: call.isRepeatable ?? isIdempotent(operation.method),
        ...limits,
        largeResults,
        select: call.select,
        paging: call.paging && planPaging(call.paging, operation, largeResults === 'error'),
        checkResponse: undefined,
      };
      // A tool can read only the credentials that it declares, which its context checks.
      return (await callOperation(operationCall, inputOf(call), context as ToolContext)) as Result;
    },
  };
}

/** Rejects a path to another server, which would receive the credentials. */
function checkPath(path: string): void {
  // A slash ends the host of a URL, also where another slash follows.
  if (path.startsWith('/') && !hasDotSegment(path)) return;
  throw new StartupError(
    'TW_OPENAPI_SERVER',
    `The path '${path}' of a call must start with '/', and must not have the segments '.' and '..'. For a variable part, write it as in '/orders/{id}', and pass its value separately: path: { id }.`,
  );
}

function credentialOf(name: string, credentials: Readonly<Record<string, ApiCredential>>): SourcedUse {
  const credential = Object.hasOwn(credentials, name) ? credentials[name] : undefined;
  if (credential === undefined) {
    throw new StartupError(
      'TW_OPENAPI_AUTH',
      `A call names the credential '${name}', which createApi() doesn't have. Add it to credentials.`,
    );
  }
  return { scheme: { ...credential, id: name }, scopes: [], source: credential };
}
